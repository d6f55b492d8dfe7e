"""MATLAB and Julia where there is neither: their expressions, in Python's words.

An expression of both has the precedence that it has in Python; the functions that its frame defines
are replaced by those that they have to be.
"""

import re

import numpy as np
from scipy.special import erf


def _power(base, exponent):
    broken = exponent != round(exponent)
    outside = np.isnan(base) | ((base < 0) & broken) | ((base == 0) & (exponent < 0))
    return np.where(outside, np.nan, np.power(base, exponent))


WORDS = {
    "power": _power,
    "log": lambda u: np.where(u > 0, np.log(u), np.nan),
    **{name: getattr(np, name) for name in ("exp", "sin", "cos", "tan", "tanh")},
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "asinh": np.arcsinh,
    "erf": erf,
}


def computed(expression, names, x):
    """Compute an expression for each row."""
    text = re.sub(r"\.?\^", "**", expression).replace(".*", "*")
    text = re.sub(r"\b\w+_(power|log|asin|acos)\(", r"\1(", text)  # MATLAB's helpers
    text = re.sub(r"\b(log|sin|cos|tan|asin|acos)_of\(", r"\1(", text)  # Julia's
    with np.errstate(all="ignore"):
        values = eval(text, {**WORDS, **dict(zip(names, x.T, strict=True))})
    values = np.broadcast_to(np.asarray(values, dtype=float), (len(x),))
    return np.where(np.isfinite(values), values, np.nan)
