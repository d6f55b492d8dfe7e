"""Libraries of products with small whole exponents, for sparse regression."""

from dataclasses import dataclass
from itertools import chain, combinations_with_replacement
from itertools import product as pairs
from math import comb

import numpy as np

from nalm._typing import FloatArray

SMALLEST, LARGEST = 1e-250, 1e250
"""Sizes of products beyond which their coefficients could not be written in double precision."""
MOST = 260
"""Largest library: beyond it single columns cannot be told apart by a few hundred rows."""
DEPENDENT = 1e-9
"""Length, of 1, that is left of a column that is a combination of others."""
WIDE = 3000
"""Largest library of planes and quadrics, of which a few columns are chosen."""


@dataclass(frozen=True, kw_only=True)
class Library:
    """Products Π xᵢ^(wᵢ) on some rows.

    Attributes:
        exponents: w `(products, inputs)`, whole numbers.
        values: Each product, scaled to length 1 `(rows, products)`.
        size: What each was divided by `(products,)`.
    """

    exponents: FloatArray
    values: FloatArray
    size: FloatArray


def polynomial_exponents(inputs: int, *, rows: int, highest: int) -> FloatArray:
    """All whole exponents of total degree at most d: the largest d that the rows can carry.

    Up to degree 2 there may be more columns than rows: a law needs few of them, and tables with
    many columns are usual.
    """
    most = carried(rows)
    degree = 0
    while degree < highest:
        size = comb(inputs + degree + 1, inputs)
        if size > (most if degree >= 2 else max(most, WIDE)):
            break
        degree += 1
    return total_at_most(inputs, degree)


def carried(rows: int) -> int:
    """Return how many columns so many rows can tell apart."""
    return min(MOST, max(rows // 2, 2))


def laurent_exponents(inputs: int, *, rows: int) -> FloatArray | None:
    """Exponents from -2 to 2 with at most two inputs in a product; `None` if there are too many."""
    most = carried(rows)
    if 1 + 4 * inputs + 16 * comb(inputs, 2) > most:
        return None
    rows_ = [
        w for w in _grid(inputs, 2, 2) if sum(e != 0 for e in w) <= 2 and sum(map(abs, w)) <= 4
    ]
    return np.array(sorted(rows_, key=lambda w: (sum(map(abs, w)), w)), dtype=np.float64)


def _grid(inputs: int, largest: int, filled: int) -> list[tuple[int, ...]]:
    found: set[tuple[int, ...]] = {(0,) * inputs}
    for _ in range(filled):
        for w in tuple(found):
            for i, e in pairs(range(inputs), range(-largest, largest + 1)):
                found.add((*w[:i], e, *w[i + 1 :]))
    return list(found)


def total_at_most(inputs: int, degree: int) -> FloatArray:
    """List all whole exponents of total degree at most `degree`, low degrees first."""
    chosen = chain.from_iterable(
        combinations_with_replacement(range(inputs), d) for d in range(degree + 1)
    )
    # Of many inputs there are many products: only their few factors are looped over.
    factors = [(place, i) for place, product in enumerate(chosen) for i in product]
    exponents = np.zeros((comb(inputs + degree, degree), inputs))
    if factors:
        np.add.at(exponents, tuple(np.transpose(factors)), 1.0)
    return exponents


def briefest(inputs: int, values: FloatArray, *, costs: FloatArray, most: int) -> FloatArray:
    """List the exponents of the products with the shortest descriptions, the constant first.

    Args:
        inputs: Exponents of a product.
        values: That an exponent may have.
        costs: Of each value; that of 0 is 0.
        most: Products at most.
    """
    lengths = costs.tolist()
    limit, found = 0.0, [(0.0, (0.0,) * inputs)]
    # Total costs up to a limit that rises until there are enough: partial sums beyond it are cut
    # off, as no cost is negative. All products at once would be exponentially many.
    while len(found) < most and limit < inputs * max(lengths):
        limit += 0.5
        part: list[tuple[float, tuple[float, ...]]] = [(0.0, ())]
        for _ in range(inputs):
            part = [
                (total + cost, (*w, value))
                for total, w in part
                for value, cost in zip(values.tolist(), lengths, strict=True)
                if total + cost <= limit
            ]
        found = part
    return np.array([w for _, w in sorted(found)[:most]], dtype=np.float64)


def build(x: FloatArray, exponents: FloatArray) -> Library:
    """Evaluate a library; inputs are scaled by their root mean square while multiplying."""
    # High powers of large inputs would overflow before their length is divided out.
    scale = np.sqrt(np.mean(np.square(x), axis=0))
    scale = np.where(scale > 0, scale, 1.0)
    values = np.ones((len(x), len(exponents)))
    with np.errstate(all="ignore"):
        for i in range(x.shape[1]):
            # An exponent is raised once for each input, not for each product that has it.
            table = {e: (x[:, i] / scale[i]) ** e for e in set(exponents[:, i].tolist())}
            values *= np.column_stack([table[e] for e in exponents[:, i].tolist()])
        length = np.linalg.norm(values, axis=0)
        size = length * np.prod(scale**exponents, axis=1)
    usable = np.isfinite(length) & (length > 0) & (size > SMALLEST) & (size < LARGEST)
    return Library(
        exponents=exponents[usable],
        values=values[:, usable] / length[usable],
        size=size[usable],
    )


def independent(library: Library) -> Library:
    """Leave out what is a combination of columns before it, as S + I + R = N makes of R.

    Args:
        library: Columns of which the simpler ones come first.
    """
    kept: list[int] = []
    basis = np.empty((len(library.values), 0))
    for place, column in enumerate(library.values.T):
        rest = column - basis @ (basis.T @ column)
        # The first pass leaves rounding errors in proportion to what it takes out. A second one is
        # enough (Kahan, in Parlett 1980).
        rest = rest - basis @ (basis.T @ rest)  # twice is enough
        length = np.linalg.norm(rest)
        if length > DEPENDENT:
            kept.append(place)
            basis = np.column_stack([basis, rest / length])
    return Library(
        exponents=library.exponents[kept], values=library.values[:, kept], size=library.size[kept]
    )
