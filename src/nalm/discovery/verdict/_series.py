"""Whether a power series fits as well as an exact formula, and with no more numbers.

    y ≈ x^a Σⱼ cⱼ x^(e j),   j < q

Over a narrow range every smooth function is such a series. One whose terms get smaller, until the
next would be lost in rounding, is what any smooth function looks like there.
"""

import numpy as np
from numpy.polynomial.chebyshev import chebvander

from nalm._typing import FloatArray
from nalm.discovery._noise import noise_size
from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.rewriting._properties import numbers_of
from nalm.discovery.scoring._curve_information import near_rows
from nalm.discovery.scoring._row_sizes import row_sizes
from nalm.discovery.verdict._case import Case
from nalm.symbolic import Sum, inputs_of

SHAPES = ((0, 1), (0, 2), (0, 4), (1, 1), (1, 2), (1, 4))
"""a and e: any function, even and odd ones, and those of x^4."""
FEWEST = 3
"""Terms from which on it is seen how fast they get smaller."""


def series_fits(case: Case) -> Reason | None:
    """Doubt that an exact formula is told from any other smooth function of its range.

    The next term of a series is expected to be smaller than the last by as much as that was than
    the one before. A polynomial that is the law ends at once: its next term would be seen. Formulas
    of several inputs are not asked.
    """
    terms = _fading_series(case) if case.chosen.is_exact else None
    return None if terms is None else Reason(ReasonKind.SERIES_FITS, {"terms": terms})


def _fading_series(case: Case) -> int | None:
    """Return the terms of a series that fits as well, and whose next one would not be seen."""
    used, most = inputs_of(case.formula), _numbers(case.formula)
    if len(used) != 1 or most < FEWEST:
        return None
    x, y = near_rows(case.chosen, inner=case.inner, outer=case.outer)
    noise, rules = case.chosen.noise, case.rules
    size = noise_size(case.formula, x, noise=noise)
    sizes = row_sizes(size, noise, scale=root_mean_square(case.inner.y))
    limit = sizes * (rules.exact if case.chosen.fits_exactly(rules) else rules.within_rounding)
    (values,) = x[:, [*used]].T
    for odd, step in SHAPES:
        left = _left(values, y, limit=limit, powers=(odd, step), most=most)
        terms = next((q for q in range(FEWEST, len(left)) if left[q] <= 1), None)
        if terms is not None and left[terms - 1] ** 2 < left[terms - 2]:
            return terms
    return None


def _left(
    x: FloatArray, y: FloatArray, *, limit: FloatArray, powers: tuple[int, int], most: int
) -> list[float]:
    """Return what 0, 1, … terms leave of y: its root mean square, over the limit."""
    odd, step = powers
    u = x**step
    span = float(np.ptp(u)) or 1.0
    even = np.asarray(chebvander(2 * (u - u.min()) / span - 1, most - 1), dtype=np.float64)
    terms = even * (x**odd / limit)[:, None]
    rest, left = y / limit, list[float]()
    for count, column in enumerate(np.linalg.qr(terms)[0].T):
        left.append(float(np.sqrt(np.square(rest).sum() / max(len(y) - count, 1))))
        rest = rest - column * float(column @ rest)
    return [*left, float(np.sqrt(np.square(rest).sum() / max(len(y) - most, 1)))]


def _numbers(formula: Sum) -> int:
    """Count the terms, and the numbers inside them but 1 and -1."""
    numbers = [float(each) for each, is_exponent in numbers_of(formula) if not is_exponent]
    outer = [float(term.coefficient) for term in formula.terms]
    inside = sum(abs(each) != 1 for each in numbers) - sum(abs(each) != 1 for each in outer)
    return len(outer) + inside
