"""Predictions of a fit with `groups`, and further groups."""

# scikit-learn and pandas say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import warnings
from collections.abc import Callable
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from nalm._typing import FloatArray
from nalm.discovery.groups._labels import Label, check_groups
from nalm.discovery.groups._new_group import misfit, with_group
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._validation import check_new_target
from nalm.discovery.regressor._group_outputs import GroupOutputs
from nalm.discovery.result._candidate import Candidate
from nalm.discovery.result._choice import Index, choose_candidate
from nalm.discovery.result._domain import domain_violations, warn_outside
from nalm.discovery.result._interval import prediction_interval
from nalm.discovery.scoring._judge import largest_prediction_error
from nalm.errors import InputWarning, InvalidValueError, UnknownNameError
from nalm.symbolic import evaluate


class Grouped(GroupOutputs):
    """Predictions for rows of known groups, and fits to new ones."""

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
                groups are given to a fit without, or the other way round.
            UnknownNameError: If there is no such group; `fit_group` adds one.

        Example:
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> cube = SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3)
            >>> cube.predict([[10.0]])
            array([1000.])
        """
        if not self._asks_groups(groups):
            return super().predict(X, index)

        def value(candidate: Candidate, x: FloatArray) -> FloatArray:
            computed = evaluate(candidate.formula, x)
            return np.where(np.isfinite(computed), computed, np.nan)[:, None]

        return self._by_group(X, index, groups=groups, compute=value)[:, 0]

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
        if not self._asks_groups(groups):
            return super().predict_interval(X, level, index=index)
        # All groups were fitted together.
        rows = sum(len(each.inner_rows) + len(each.outer_rows) for each in self.discoveries_)

        def bounds(candidate: Candidate, x: FloatArray) -> FloatArray:
            return np.column_stack(prediction_interval(candidate, x, level=level, rows=rows))

        found = self._by_group(X, index, groups=groups, compute=bounds)
        return found[:, 0], found[:, 1]

    def fit_group(self, X: Any, y: Any, name: Label) -> Self:  # noqa: ANN401
        """Add a group: only the constants that differ by group are fitted, the shared ones stay.

        The verdict remains that of the groups of the fit. The standard errors hold those of the
        shared constants, with the noise of the fit.

        Args:
            X: Inputs `(rows, columns)`.
            y: Target `(rows,)`.
            name: Of the new group: text or a number.

        Returns:
            The estimator, which knows one more group.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: If the fit had no groups or has this one, if X and y are no data, or
                if they have fewer rows than there are constants that differ.

        Example:
            >>> from nalm import SymbolicRegressor
            >>> t = np.tile(np.linspace(0.0, 2.0, 20), 2)
            >>> group = np.repeat(["a", "b"], 20)
            >>> y = np.where(group == "a", 3.0, 5.0) * np.exp(-t)
            >>> law = SymbolicRegressor(max_time=20.0, random_state=0)
            >>> law = law.fit(t[:, None], y, groups=group)
            >>> law = law.fit_group([[0.0], [1.0]], [7.0, 7.0 * np.exp(-1.0)], "c")
            >>> law.predict([[0.0]], groups=["c"]).round(6)
            array([7.])
        """
        groups = self._known_groups()
        [name] = check_groups([name], 1).names
        if name in groups:
            raise InvalidValueError(
                f"`name` must be that of a new group; found {name!r}, which the fit has already."
            )
        x = self._inputs(X)
        problem = Problem(x=x, y=check_new_target(y, len(x)), weight=np.ones(len(x)))
        found = with_group(self._group_discovery(), problem, name=str(name))
        self._keep_groups((*groups, name), found)
        self.domain_violations_ = (
            *self.domain_violations_,
            *domain_violations(self.discoveries_[-1:], x, names=self._symbols()),
        )
        self._warn_of_misfit(problem, str(name))
        return self

    def _asks_groups(self, groups: Any) -> bool:  # noqa: ANN401
        """Say whether a prediction is one by group; refuse what does not go with the fit."""
        check_is_fitted(self)
        if (self.groups_ is None) != (groups is None):
            had, found = ("", "none") if groups is None else ("not ", "some")
            raise InvalidValueError(
                f"`groups` must {had}be given, as in the fit; found {found}. "
                + ("Leave it out." if had else "Give the name of each row's group.")
            )
        return groups is not None

    def _by_group(
        self,
        X: Any,  # noqa: ANN401
        index: Index,
        *,
        groups: Any,  # noqa: ANN401
        compute: Callable[[Candidate, FloatArray], FloatArray],
    ) -> FloatArray:
        """Compute values `(rows, values)`, each row by the candidate of its group."""
        x, known = self._inputs(X), self._known_groups()
        asked = check_groups(groups, len(x))
        if unknown := [name for name in asked.names if name not in known]:
            raise UnknownNameError(
                f"`groups` must be among {', '.join(map(repr, known))}; found {unknown[0]!r}. "
                "Add it with `fit_group`."
            )
        parts: dict[int, FloatArray] = {}
        for code, name in enumerate(asked.names):
            rows, output = np.flatnonzero(asked.codes == code), known.index(name)
            candidate = choose_candidate(self.discoveries_, index, output=output)
            target = self.target_names_[output]
            warn_outside([candidate.formula], [target], x=x[rows], names=self._symbols())
            parts |= zip(rows.tolist(), compute(candidate, x[rows]), strict=True)
        return np.array([parts[row] for row in range(len(x))])

    def _warn_of_misfit(self, problem: Problem, name: str) -> None:
        found = self._group_discovery()
        last = found.discoveries[-1]
        constants = sum(found.own[last.chosen])
        ratio, degrees = misfit(last.candidates[last.chosen], problem, constants=constants)
        if degrees > 0 and ratio > largest_prediction_error(degrees):
            warnings.warn(
                f"group {name!r} does not follow the form of the others: its mean squared residual "
                f"is {ratio:.3g} times the noise of the fit.",
                InputWarning,
                stacklevel=3,
            )
