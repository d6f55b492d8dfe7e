"""Binomials 1 + b R, the parts of most laws that are no sums, as columns on logarithmic scale.

    log |y| = log a + Σ vᵢ log |xᵢ| + Σ qₖ log |1 + bₖ Rₖ|,   R = Π xᵢ^(eᵢ)

with few inputs in R, and b on a grid: fine enough that the next step of a fit finds its value.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.scoring._judge import EXTRA
from nalm.discovery.stages.products._neat_products import neat_products
from nalm.discovery.stages.products._parity import signs_of

SIZES = ((1.0, 2.0, 3.0, 0.5, 1.5), (1.0, 2.0, 3.0, 0.5, 1.5), (1.0, 2.0, 3.0), (1.0, 2.0))
"""Of the exponents of R, if it is of one input, of two, and so on."""
HIGHEST = 7
"""Largest sum of sizes of its exponents."""
MOST = 1400
"""Ratios that are tried: those with the shortest descriptions."""
MOST_OF_BOTH_SIGNS = 400
"""The same of binomials that are positive in some rows and negative in others."""
ABOVE = (0.15, 0.7, 3.0)
"""b R at the median row, for positive b."""
BELOW = (0.4, 0.7, 0.9)
"""-b R at the row where it is largest, for negative b."""
LONGEST = 100.0
"""Of the logarithm of a binomial."""
SEEN = 0.01
"""Smallest R, at the row where it is largest, beside which 1 is no constant."""


@dataclass(frozen=True, kw_only=True)
class Binomials:
    """Columns of the dictionary.

    Attributes:
        exponents: e of each column `(columns, inputs)`.
        b: `(columns,)`.
        ratio: Which columns have the same R, or 1/R `(columns,)`.
        parts: b R `(rows, columns)`.
    """

    exponents: FloatArray
    b: FloatArray
    ratio: np.ndarray
    parts: FloatArray

    @cached_property
    def logs(self) -> FloatArray:
        """Logarithms of |1 + b R| `(rows, columns)`."""
        return log_size(self.parts)

    @cached_property
    def has_both_signs(self) -> np.ndarray:
        """Which binomials are positive in some rows and negative in others; the rest are positive.

        Their b is exact, and their power whole.
        """
        return np.asarray((self.parts < -1).any(axis=0))

    @property
    def measured(self) -> np.ndarray:
        """Which b are any number; the others are 1 or -1, and say so."""
        return np.abs(self.b) != 1

    @property
    def kinds(self) -> np.ndarray:
        """Number of each column's kind: those of a kind differ in a measured b alone."""
        told = np.column_stack([self.exponents, np.sign(self.b), self.measured])
        return np.unique(told, axis=0, return_inverse=True)[1].ravel()

    def costs(self, rows: int) -> FloatArray:
        """Description length of each binomial but for its power `(columns,)`."""
        return costs(self.exponents).sum(axis=1) + EXTRA + np.log(rows) * self.measured

    def of_rows(self, rows: np.ndarray) -> "Binomials":
        """Keep some of the rows."""
        return replace(self, parts=self.parts[rows])

    def take(self, columns: np.ndarray) -> "Binomials":
        """Keep some of the columns."""
        return Binomials(
            exponents=self.exponents[columns],
            b=self.b[columns],
            ratio=self.ratio[columns],
            parts=self.parts[:, columns],
        )


def dictionary(logs: FloatArray, negative: np.ndarray, *, poles: bool = False) -> Binomials:
    """List the binomials that are positive in every row, and of both signs those with an exact b.

    A pole lies where a binomial changes its sign, as at resonance, 1/(ω² - w²), and for an object
    in the focus of a lens.

    R stands for 1/R with a positive b, as (1 + b/R) = b/R (1 + R/b), unless its root would leave
    quarters as exponents; with a negative b it is another function, whose pole is at the other end.

    Args:
        logs: log |x| `(rows, inputs)`.
        negative: Whether x < 0 `(rows, inputs)`.
        poles: Only those of both signs.
    """
    table = ratios(np.asarray(negative.any(axis=0)))
    table = table[:MOST_OF_BOTH_SIGNS] if poles else table
    exponents: list[FloatArray] = []
    values: list[float] = []
    kinds: list[int] = []
    for kind, ratio in enumerate(table):
        ways = (1,) if (ratio % 1 == 0).all() else (1, -1)
        sizes, signs = logs @ ratio, signs_of(negative, ratio)
        pairs = [] if poles else list(_grid(sizes, signs, ways=ways))
        if kind < MOST_OF_BOTH_SIGNS:
            pairs += [(1, b) for b in (1.0, -1.0) if _has_both_signs(b * signs, sizes)]
        for one, b in pairs:
            exponents.append(one * ratio)
            values.append(b)
            kinds.append(kind)
    tried, b = np.array(exponents).reshape(-1, logs.shape[1]), np.array(values)
    with np.errstate(all="ignore"):
        parts = b * product_values(logs, negative, exponents=tried)
        found = Binomials(exponents=tried, b=b, ratio=np.array(kinds, dtype=np.intp), parts=parts)
        return found.take(np.flatnonzero((np.abs(found.logs) < LONGEST).all(axis=0)))


def log_size(parts: FloatArray) -> FloatArray:
    """Compute log |1 + b R|, exactly also where b R is small."""
    # |1 + p| = 1 + (-2 - p) for p < -1.
    return np.log1p(np.where(parts < -1, -2 - parts, parts))


def _has_both_signs(signs: FloatArray, logs: FloatArray) -> bool:
    """Say whether 1 + b R, with |b R| = exp(logs), is negative in some rows only."""
    negative = (signs < 0) & (logs > 0)
    return bool(negative.any() and not negative.all())


def product_values(logs: FloatArray, negative: np.ndarray, *, exponents: FloatArray) -> FloatArray:
    """Products of inputs `(rows, columns)`, signs included.

    Args:
        logs: log |x| `(rows, inputs)`.
        negative: Whether x < 0 `(rows, inputs)`.
        exponents: Whole where x < 0 `(columns, inputs)`, or of one product `(inputs,)`.
    """
    return np.exp(logs @ exponents.T) * signs_of(negative, exponents.T)


def _grid(
    logs: FloatArray, signs: FloatArray, *, ways: tuple[int, ...]
) -> Iterator[tuple[int, float]]:
    """Yield whether R or 1/R, and b, 1 and -1 among them.

    With none the binomial changes its sign, or is a constant or a product.

    Args:
        logs: log |R| `(rows,)`.
        signs: Of R `(rows,)`.
        ways: 1 for R, -1 for 1/R, where b R is positive.
    """
    # Of an R of both signs, a b R of positive sign in one row is negative in another: only a b
    # whose |b R| stays below 1 leaves the binomial positive.
    present = np.unique(signs).tolist()
    if len(present) == 1:
        middle = float(np.median(logs))
        for one in ways:
            for size in ABOVE:
                yield one, present[0] * size * float(np.exp(-one * middle))
            # 1 + R with an exact b makes sense only where neither part vanishes beside the other.
            if abs(middle) < -np.log(SEEN):
                yield one, present[0]
    for one in (1, -1):
        for sign in present:
            largest = float((one * logs)[signs == sign].max())
            # At the row where -b R is largest it is less than 1: so it is in every row.
            for size in BELOW:
                yield one, -sign * size * float(np.exp(-largest))
            # 1 - R is positive only if R < 1 on every row, and needs an R that is seen beside 1 on
            # one.
            if np.log(SEEN) < largest < 0:
                yield one, -sign


def ratios(signed: np.ndarray) -> FloatArray:
    """List e, of R and 1/R only one; `signed` says which inputs are negative somewhere."""
    table = neat_products(signed, SIZES)
    first = table[np.arange(len(table)), (table != 0).argmax(axis=1)]
    usable = (first > 0) & (np.abs(table).sum(axis=1) <= HIGHEST)
    return table[usable][:MOST]
