"""In which order structures are tried: simple ones first, all again with more starts."""

from collections.abc import Iterator

from nalm.discovery.engine._structure import Structure

ROUNDS = 2
GROWTH = 3
"""Factor of the starts from one round to the next."""


def schedule(max_terms: int, *, features: int, rows: int) -> Iterator[tuple[Structure, int]]:
    """Yield structures and factors of their number of starts.

    Args:
        max_terms: Most products of one sum.
        features: Exponents of each product.
        rows: That the structures are fitted to: a structure with more than half as many parameters
            would fit anything.
    """
    if not features:  # the units leave no choice
        yield Structure(1), 1
        return
    fitting = [s for s in structures(max_terms) if s.parameters(features) <= rows / 2]
    for round_ in range(ROUNDS):
        for structure in fitting:
            if round_ == 0 or structure.sums or structure.terms > 1:
                yield structure, GROWTH**round_


def structures(max_terms: int) -> list[Structure]:
    """List the structures from simple to complex."""
    shapes: list[tuple[int, tuple[int, ...]]] = [
        (1, ()),
        (2, ()),
        (1, (2,)),
        (1, (3,)),
        (3, ()),
        (1, (2, 2)),
        (2, (2,)),
        (1, (3, 2)),
        (4, ()),
        (3, (2,)),
        (2, (3,)),
        (1, (4,)),
        (1, (3, 3)),
        (2, (2, 2)),
        (2, (4,)),
    ]
    return [
        Structure(terms, sums)
        for terms, sums in shapes
        if terms <= max_terms and max(sums, default=0) <= max_terms
    ]
