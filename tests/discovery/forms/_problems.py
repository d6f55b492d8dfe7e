"""Problems that the tests of forms share."""

import numpy as np

from nalm.discovery import Problem
from nalm.symbolic import read_form


def problem(function, x, *, noise=0.0, seed=0):
    x = np.asarray(x, dtype=float)
    y = function(x) + noise * np.random.default_rng(seed).standard_normal(len(x))
    return Problem(x=x[:, None], y=y, weight=np.ones(len(x)))


def form(text):
    return read_form(text, ["x"])


X = np.linspace(0, 10, 40)


def decay(x):
    return 5 * np.exp(-0.4 * x) + 1
