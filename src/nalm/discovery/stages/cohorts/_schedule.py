"""In which order structures are tried: simple ones first, all again with more starts."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from nalm.discovery.stages.cohorts._structure import Structure

ROUNDS = 2
GROWTH = 3
"""Factor of the starts from one round to the next."""
RARE = 4
"""The same for structures that few starts find, those whose sums are apart."""
POWERS = tuple(map(Fraction, ("-1", "2", "1/2", "-2", "-1/2")))
"""Powers that all of a formula may be under."""


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
            # Starts of a single product begin near the log-log line, and hardly need to be more.
            if round_ == 0 or structure.sums or structure.terms > 1:
                yield structure, GROWTH**round_ * (RARE if structure.apart else 1)


def structures(max_terms: int) -> list[Structure]:
    """List the structures from simple to complex."""
    both = Structure(2, (2, 2), apart=True)
    found = [
        Structure(1),
        Structure(2),
        Structure(1, (2,)),
        Structure(1, (3,)),
        Structure(3),
        Structure(1, (2, 2)),
        Structure(2, (2,)),
        *(Structure(2, (2,), power=power) for power in POWERS),
        Structure(1, (3, 2)),
        Structure(4),
        Structure(3, (2,)),
        Structure(2, (3,)),
        both,
        replace(both, power=Fraction(-1)),
        Structure(1, (4,)),
        Structure(1, (3, 3)),
        Structure(2, (2, 2)),
        Structure(2, (4,)),
    ]
    return [s for s in found if max(s.terms, *s.sums, 0) <= max_terms]
