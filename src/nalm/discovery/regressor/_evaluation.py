"""The fitted equations of a table, evaluated anywhere."""

# scikit-learn says nothing of its types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import r2_score

from nalm._typing import FloatArray
from nalm.discovery.problem._dimensions import table_units
from nalm.discovery.problem._problem import Units
from nalm.discovery.regressor._fitted_rows import FittedRows
from nalm.discovery.result._candidate import Candidate
from nalm.discovery.result._choice import Index, choose_candidates
from nalm.discovery.result._domain import warn_outside
from nalm.discovery.result._interval import prediction_interval
from nalm.discovery.result._names import symbols
from nalm.symbolic import Sum, evaluate

if TYPE_CHECKING:
    from torch import nn


class Evaluation(FittedRows):
    """Predictions, bounds and posteriors of a fitted `SymbolicRegressor`.

    Attributes:
        n_features_in_: How many columns X had.
        feature_names_in_: Their names, if X had any.
        ranges_: Least and largest value of each column `(2, columns)`.
    """

    n_features_in_: int
    feature_names_in_: Any
    ranges_: FloatArray
    _flat: bool

    def predict(
        self,
        X: Any,  # noqa: ANN401
        index: Index = None,
        *,
        groups: Any = None,  # noqa: ANN401
    ) -> FloatArray:
        """Evaluate the equations.

        Args:
            X: Inputs `(rows, columns)`.
            index: Of the candidate in `equations_`, one for all outputs or one for each; None for
                the chosen ones.
            groups: Name of each row's group `(rows,)`, after a fit with groups; else None.

        Returns:
            `(rows,)` or `(rows, outputs)`, like y in `fit`; NaN and a `DomainWarning` where a
            formula has no value.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: If there is no such candidate, X is not like that of the fit, or
                groups are given after a fit without, or the other way round.
            UnknownNameError: If there is no such group; `fit_group` adds one.

        Example:
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> cube = SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3)
            >>> cube.predict([[10.0]])
            array([1000.])
        """
        if self._asks_groups(groups):
            return self._by_group(X, index, groups=groups, compute=_value)[:, 0]
        candidates, x = self._at(X, index)
        return self._shaped(np.hstack([_value(each, x) for each in candidates]))

    def score(
        self,
        X: Any,  # noqa: ANN401
        y: Any,  # noqa: ANN401
        sample_weight: Any = None,  # noqa: ANN401
        *,
        groups: Any = None,  # noqa: ANN401
    ) -> float:
        r"""Return the coefficient of determination of the predictions.

        $$R^2 = 1 - \frac{\sum_r w_r (y_r - f(x_r))^2}{\sum_r w_r (y_r - \bar y)^2}$$

        Args:
            X: Inputs `(rows, columns)`.
            y: Target `(rows,)` or `(rows, outputs)`, of which the mean is returned.
            sample_weight: Of each row; None for 1.
            groups: Name of each row's group, as in `predict`.

        Returns:
            1 for exact predictions, 0 for those of the mean of y.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: As in `predict`, or if y has other rows.
            UnknownNameError: If there is no such group.

        Example:
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> cube = SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3)
            >>> cube.score(X, X[:, 0] ** 3)
            1.0
        """
        values = self.predict(X, groups=groups)
        return float(r2_score(y, values, sample_weight=sample_weight))

    def predict_interval(
        self,
        X: Any,  # noqa: ANN401
        level: float = 0.95,
        *,
        index: Index = None,
        groups: Any = None,  # noqa: ANN401
    ) -> tuple[FloatArray, FloatArray]:
        r"""Bound what `predict` computes, noise of a new observation included.

        $$f(x) \pm t\, \sqrt{J(x)\, \Sigma\, J(x)^\top + \sigma^2 g(x)^2}$$

        with J the derivatives by the measured numbers, Σ their covariance, σ g(x) the noise at x,
        and t the quantile of Student's distribution, given that the formula has the right form.

        Args:
            X: Inputs `(rows, columns)`.
            level: Probability that an observation lies between the bounds, between 0 and 1.
            index: Of the candidate in `equations_`, as in `predict`.
            groups: Name of each row's group, as in `predict`.

        Returns:
            Lower and upper bounds, each shaped like a prediction.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: If `level` is not between 0 and 1, or as in `predict`.
            UnknownNameError: If there is no such group.

        Example:
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> noise = 0.1 * np.random.default_rng(0).standard_normal(40)
            >>> line = SymbolicRegressor(max_terms=1, starts=2, random_state=0)
            >>> low, high = line.fit(X, 5.0 * X[:, 0] + noise).predict_interval([[1.5]])
            >>> bool(low < 7.5 < high)
            True
        """
        by_group = self._asks_groups(groups)
        # Candidates were fitted to all rows in the end, the held-out ones included; those of groups
        # to the rows of all groups.
        rows = [len(each.inner_rows) + len(each.outer_rows) for each in self.discoveries_]
        if by_group:
            bound = partial(_bounds, level=level, rows=sum(rows))
            found = self._by_group(X, index, groups=groups, compute=bound)
            return found[:, 0], found[:, 1]
        candidates, x = self._at(X, index)
        bounds = np.stack(
            [
                _bounds(each, x, level=level, rows=count)
                for each, count in zip(candidates, rows, strict=True)
            ]
        )
        return self._shaped(bounds[:, :, 0].T), self._shaped(bounds[:, :, 1].T)

    def extrapolates(self, X: Any) -> NDArray[np.bool_]:  # noqa: ANN401
        """Tell for each row whether it lies outside the ranges of the fit, in any column.

        Args:
            X: Inputs `(rows, columns)`.

        Returns:
            `(rows,)`.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: If X is not like that of the fit.

        Example:
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> cube = SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3)
            >>> cube.extrapolates([[1.5], [2.5]])
            array([False,  True])
        """
        x = self._inputs(X)
        return ((x < self.ranges_[0]) | (x > self.ranges_[1])).any(axis=1)

    def _at(self, X: Any, index: Index) -> tuple[list[Candidate], FloatArray]:  # noqa: ANN401
        x = self._inputs(X)
        candidates = choose_candidates(self.discoveries_, index)
        formulas = [each.formula for each in candidates]
        warn_outside(formulas, self.target_names_, x=x, names=self._symbols())
        return candidates, x

    def _shaped(self, columns: FloatArray) -> FloatArray:
        return columns[:, 0] if self._flat else columns

    def _formulas(self, index: Index) -> tuple[Sum, ...]:
        return tuple(each.formula for each in choose_candidates(self.discoveries_, index))

    def _module(self, index: Index) -> "nn.Module":
        from nalm.discovery.estimator._equations_module import EquationsModule
        from nalm.symbolic import to_torch

        formulas = self._formulas(index)
        module = EquationsModule(formulas, self.n_features_in_)
        # A vector y has predictions without a dimension of outputs.
        return to_torch(formulas[0], self.n_features_in_) if self._flat else module

    def _symbols(self) -> tuple[str, ...]:
        return symbols(self._names(), beside=self._targets())

    def _labels(self) -> list[str]:
        return self._names()

    def _units(self) -> Sequence[Units | None]:
        names, targets = self._names(), self._targets()
        given = table_units(self.units, self.target_units, names=names, targets=targets)
        if given is None:
            return super()._units()
        return given if self.groups_ is None else given * len(self.groups_)

    def _targets(self) -> Sequence[str]:
        # Groups have one target, and its unit.
        return self.target_names_ if self.groups_ is None else [self._target]

    def _names(self) -> list[str]:
        given = getattr(self, "feature_names_in_", None)
        count = self.n_features_in_
        return [f"x{i}" for i in range(count)] if given is None else [str(name) for name in given]


def _value(candidate: Candidate, x: FloatArray) -> FloatArray:
    """Compute values `(rows, 1)`, NaN where there is none."""
    values = evaluate(candidate.formula, x)
    return np.where(np.isfinite(values), values, np.nan)[:, None]


def _bounds(candidate: Candidate, x: FloatArray, *, level: float, rows: int) -> FloatArray:
    """Compute lower and upper bounds `(rows, 2)`."""
    return np.column_stack(prediction_interval(candidate, x, level=level, rows=rows))
