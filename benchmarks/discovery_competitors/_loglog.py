"""A straight line in logarithms: the baseline that needs a millisecond.

|y| = c Π |xᵢ|^wᵢ by least squares of the logarithms; exponents rounded to halves where that raises
the residual sum of squares by no more than 5 %; then c by least squares of y itself.
"""

import numpy as np

from discovery_competitors._answer import Answer

WORSE = 1.05


def fit(problem, x, y, *, max_time: float, seed: int) -> Answer:
    """Fit one monomial."""
    used = (x != 0).all(1) & (y != 0)
    if used.sum() <= x.shape[1] + 1:
        return Answer(formula=None)
    basis = np.column_stack([np.ones(used.sum()), np.log(np.abs(x[used]))])
    raw = np.linalg.lstsq(basis, np.log(np.abs(y[used])), rcond=None)[0][1:]
    fits = [_scaled(x, y, exponents) for exponents in (np.round(2 * raw) / 2, raw)]
    rounded, free = fits
    constant, exponents, _ = rounded if rounded[2] <= WORSE * free[2] else free
    if not np.isfinite(constant):
        return Answer(formula=None)
    powers = [
        f"*{name}**({exponent!r})"
        for name, exponent in zip(problem.names, exponents.tolist(), strict=True)
        if exponent
    ]
    return Answer(formula=f"{float(constant)!r}" + "".join(powers))


def _scaled(x, y, exponents):
    """Return the constant, the exponents and the residual sum of squares."""
    with np.errstate(all="ignore"):
        product = np.prod(x**exponents, axis=1)
    if not np.isfinite(product).all():
        return np.nan, exponents, np.inf
    scale = np.abs(product).max()
    constant = (y @ (product / scale)) / (product / scale @ (product / scale)) / scale
    return constant, exponents, float(np.sum((y - constant * product) ** 2))
