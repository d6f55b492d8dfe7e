"""Tables beside what was found in them, without a search."""

import numpy as np

from nalm.discovery import Verdict
from nalm.discovery.advice._view import View
from tests.discovery._discoveries import constant, discovery


def seen(x, y, *formulas, names=None, target="y", verdict=Verdict.UNDECIDED):
    """Show a table with formulas found in it, the last one chosen; without any, its mean."""
    x = np.asarray(x, dtype=float)
    x = x[:, None] if x.ndim == 1 else x
    y = np.asarray(y, dtype=float)
    found = discovery(*(formulas or (constant(y.mean()),)), verdict=verdict)
    names = tuple(names or [f"x{k}" for k in range(x.shape[1])])
    return View(x=x, y=y, names=names, target=target, discovery=found)


def noisy(values, share=0.003, seed=0):
    """Multiply with a little noise."""
    return values * (1 + share * np.random.default_rng(seed).standard_normal(len(values)))
