"""This library."""

import pandas as pd
import torch  # noqa: F401  (which a search loads on use: imports are not counted)

from discovery_competitors._answer import Answer
from nalm import SymbolicRegressor  # loads it now: what is reached through `nalm` loads on use

RESERVE = 0.97  # of the time is asked for: the rest is for what follows the search


def fit(problem, x, y, *, max_time: float, seed: int) -> Answer:
    """Fit `SymbolicRegressor` with default settings."""
    return _fit(problem, x, y, SymbolicRegressor(max_time=RESERVE * max_time, random_state=seed))


def fit_powers(problem, x, y, *, max_time: float, seed: int) -> Answer:
    """Search sums, products and powers alone."""
    regressor = SymbolicRegressor(max_time=RESERVE * max_time, random_state=seed, functions=())
    return _fit(problem, x, y, regressor)


def fit_with_units(problem, x, y, *, max_time: float, seed: int) -> Answer:
    """Tell it the units of measurement too."""
    if not problem.units:
        raise ValueError(f"{problem.set}/{problem.id} has no units")
    regressor = SymbolicRegressor(
        max_time=RESERVE * max_time,
        random_state=seed,
        units=dict(enumerate(problem.units)),
        target_units=problem.target_unit,
    )
    return _fit(problem, x, y, regressor)


def _fit(problem, x, y, regressor: SymbolicRegressor) -> Answer:
    names = [f"input_{k}" for k in range(len(problem.names))]
    regressor.fit(pd.DataFrame(x, columns=names), y)
    renamed = dict(zip(names, problem.symbols.values(), strict=True))
    formula = regressor.sympy()
    formula = formula.xreplace({each: renamed[each.name] for each in formula.free_symbols})
    return Answer(formula=str(formula), verdict=regressor.verdict_.value)
