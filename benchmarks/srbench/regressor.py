"""nalm as a method of SRBench: `algorithms/nalm/regressor.py` of a checkout of it.

The contract: `est` is a scikit-learn regressor with `random_state` and `max_time`; `model` returns
its formula as a string for SymPy, with the names of the table's columns.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import sympy
from sklearn.base import BaseEstimator, RegressorMixin

from nalm import SymbolicRegressor

est = SymbolicRegressor(max_time=3600, random_state=0)
"""What is fitted; the benchmark sets `random_state`, and `max_time` where it limits the time."""

hyper_params: dict[str, list] = {}
"""Nothing is tuned."""

eval_kwargs = {"scale_x": False, "scale_y": False}
"""A law holds in the units of the data; subtracting means destroys powers and products."""


@dataclass(eq=False)
class Candidate(RegressorMixin, BaseEstimator):
    """One formula of the front, fitted: what `get_population` returns."""

    fitted: SymbolicRegressor
    index: int

    def fit(self, X, y):
        """Fit the whole front again; the number of the candidate stays."""
        self.fitted.fit(X, y)
        return self

    def predict(self, X) -> np.ndarray:
        """Evaluate this candidate."""
        return self.fitted.predict(X, index=self.index)

    def sympy(self) -> sympy.Expr:
        """Return this candidate."""
        return self.fitted.sympy(self.index)


def model(est: SymbolicRegressor | Candidate, X: pd.DataFrame | None = None) -> str:
    """Return the formula; where the fit had no names, those of the columns of `X` are put in."""
    formula = est.sympy()
    fitted = est.fitted if isinstance(est, Candidate) else est
    if isinstance(X, pd.DataFrame) and not hasattr(fitted, "feature_names_in_"):
        columns = {f"x{k}": sympy.Symbol(str(name)) for k, name in enumerate(X.columns)}
        formula = formula.xreplace({each: columns[each.name] for each in formula.free_symbols})
    return str(formula)


def complexity(est: SymbolicRegressor | Candidate) -> int:
    """Count the nodes of the formula."""
    return sum(1 for _ in sympy.preorder_traversal(est.sympy()))


def get_population(est: SymbolicRegressor) -> list[Candidate]:
    """Return the front, from simple to complex."""
    return [Candidate(est, index) for index in range(len(est.equations_))][:100]


def get_best_solution(est: SymbolicRegressor) -> SymbolicRegressor:
    """Return the estimator itself: it predicts with the candidate that it chose."""
    return est
