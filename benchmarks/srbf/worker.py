"""nalm as a worker of srbf, which runs it in an interpreter of its own.

The contract: `load(options)` gives the state of a run, `info(state)` says what ran, and `fit`
returns a problem's `expression` in infix notation, in the names of its columns.
"""

from importlib.metadata import PackageNotFoundError, version

import numpy as np
import pandas as pd
import sympy

from nalm import SymbolicRegressor

DEFAULTS = {"max_time": 8.0, "seed": 0}
"""Seconds of a search, and its seed; other options are the regressor's own parameters."""


def load(options: dict) -> dict:
    """Return the regressor's parameters."""
    chosen = {**DEFAULTS, **(options or {})}
    return {"random_state": chosen.pop("seed"), **chosen}


def info(state: dict) -> dict:
    """Return what identifies the run."""
    try:
        release = version("nalm")
    except PackageNotFoundError:  # a checkout on the path
        release = "checkout"
    return {"worker": "nalm", "nalm": release, **{key: str(each) for key, each in state.items()}}


def fit(x, y, *, x_val, variables, meta, options, state) -> dict:
    """Fit one problem; the verdict is kept beside the formula."""
    regressor = SymbolicRegressor(**state)
    regressor.fit(pd.DataFrame(np.asarray(x, float), columns=list(variables)), np.ravel(y))
    formula = regressor.sympy()
    return {"expression": plain(formula), "extra": {"verdict": regressor.verdict_.value}}


def plain(formula: sympy.Expr) -> str:
    """Write a formula in the names that srbf reads: `abs`, and numbers in place of π and e."""
    numbers = {each: each.evalf(17) for each in formula.atoms(sympy.NumberSymbol)}
    return str(formula.xreplace(numbers)).replace("Abs(", "abs(")
