"""Groups that come after the fit."""

# scikit-learn and pandas say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import warnings
from typing import Any, Self

import numpy as np

from nalm.discovery.groups._labels import Label, check_groups
from nalm.discovery.groups._new_group import misfit, with_group
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._validation import check_new_target
from nalm.discovery.regressor._evaluation import Evaluation
from nalm.discovery.result._domain import domain_violations
from nalm.discovery.scoring._prediction_limits import largest_prediction_error
from nalm.errors import InputWarning, InvalidTypeError, InvalidValueError


class Grouped(Evaluation):
    """A fit that further groups may be added to."""

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
            >>> load, spring = np.tile(np.linspace(1.0, 2.0, 20), 2), np.repeat(["a", "b"], 20)
            >>> length = np.where(spring == "a", 3.0, 5.0) * load
            >>> law = SymbolicRegressor(functions=(), max_terms=1, starts=2, random_state=0)
            >>> law = law.fit(load[:, None], length, groups=spring)
            >>> law = law.fit_group([[1.0], [2.0]], [7.0, 14.0], "c")
            >>> law.predict([[3.0]], groups=["c"]).round(6)
            array([21.])
        """
        groups = self._known_groups()
        name = _checked(name)
        if name in groups:
            raise InvalidValueError(
                f"`name` must be that of a new group; found {name!r}, which the fit has already."
            )
        x = self._inputs(X)
        problem = Problem(x=x, y=check_new_target(y, len(x)), weight=np.ones(len(x)))
        found = with_group(self._group_discovery(), problem, name=str(name))
        self._keep_groups((*groups, name), found)
        self._add_rows(problem, name)
        self.domain_violations_ = (
            *self.domain_violations_,
            *domain_violations(self.discoveries_[-1:], x, names=self._symbols()),
        )
        self._warn_of_misfit(problem, str(name))
        return self

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


def _checked(name: Label) -> Label:
    try:
        [checked] = check_groups([name], 1).names
    except (InvalidTypeError, InvalidValueError):
        raise InvalidValueError(
            f"`name` must be text or a number; found {name!r}. Give the new group's name."
        ) from None
    return checked
