"""The part of `SymbolicRegressor` that fits a form of the user's."""

# scikit-learn says nothing of its types.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

import warnings
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self, TypedDict, Unpack, cast

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from nalm.discovery._budget import Budget
from nalm.discovery.constraints._kinds import Constraint
from nalm.discovery.constraints._known import Known, known_of
from nalm.discovery.constraints._places import Places
from nalm.discovery.constraints._reading import read_constraints
from nalm.discovery.estimator._outputs import Outputs
from nalm.discovery.estimator._uncertainty import kept_problems
from nalm.discovery.forms._asked import Asked
from nalm.discovery.forms._judgement import Rows, judged_form
from nalm.discovery.forms._likeliest import likeliest
from nalm.discovery.forms._reading import read_user_form
from nalm.discovery.forms._values import check_values
from nalm.discovery.problem._allowed_parameters import check_parameters
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._validation import Table, check_table
from nalm.discovery.result._fitted_form import FittedForm
from nalm.discovery.result._names import symbols
from nalm.discovery.strategy._outputs import plan_outputs, search_outputs
from nalm.discovery.strategy._search import SearchOptions
from nalm.errors import InvalidTypeError, UndeterminedWarning
from nalm.symbolic import Form


class FormOptions(TypedDict, total=False):
    """What `fit_form` takes by name, all of it optional."""

    start: Mapping[str, float] | None
    bounds: Mapping[str, tuple[float | None, float | None]] | None
    sample_weight: Any
    search: bool


class FormFitting(Outputs):
    """Fit a form that the user gives instead of searching one."""

    noise: str
    units: Mapping[str | int, str] | None
    target_units: str | Mapping[str | int, str] | None
    dimensional_constants: bool
    constraints: Sequence[Constraint | str]
    verbose: int

    @abstractmethod
    def _options(self) -> SearchOptions:
        """Say how to search."""

    @abstractmethod
    def _names(self) -> list[str]:
        """Return the names of the columns."""

    @abstractmethod
    def _take(self, table: Table) -> None:
        """Keep what predictions need of a table."""

    def fit_form(self, form: str, X: Any, y: Any, **options: Unpack[FormOptions]) -> Self:  # noqa: ANN401
        r"""Fit the constants of a form: "a*exp(-b*t) + c".

        $$\hat\theta = \arg\min_\theta \sum_r w_r \Bigl(\frac{y_r - f(x_r; \theta)}{g_r}\Bigr)^2,
        \qquad \Sigma = s^2 (J^\top J)^{-1}$$

        of all θ with which the form keeps the values and slopes of `constraints`, and
        with g the size of the noise, J the slopes of the residuals, and s² their mean square, of
        rows - constants. g is 1, and values and errors are those of SciPy's `curve_fit`, unless
        `noise` names another model, or is "auto" and residuals that grow with the value are far
        likelier: then g is |f|. The fit begins at many points, drawn on the scales
        of the data.

        Names of columns are inputs, all others constants to be fitted (see
        `nalm.symbolic.read_form`). An array without names has x0, x1, …; of a single one, x and t
        stand for x0. Afterwards the estimator answers all its calls, with the form as the chosen
        equation, and `constants_` has the constants by their names.

        Args:
            form: With or without a left side, as in "y = a*exp(-b*t) + c".
            X: Inputs `(rows, columns)`.
            y: Target `(rows,)`.
            start: Name -> value of constants to begin with. It is hardly ever needed; of constants
                that can be exchanged, it says which is which.
            bounds: Name -> least and largest value of constants; None for none on that side.
            sample_weight: Weight of each row's squared residual; 0 leaves the row out.
            search: Whether to search other forms, too, and to compare; False takes a second.

        Returns:
            The estimator, with an `UndeterminedWarning` where constants cannot be told apart.

        Raises:
            InvalidValueError: If the form cannot be read, has no input, or no value on some row; if
                there are too few rows; or if the data, a start, a bound or a constraint cannot
                work.
            InvalidTypeError: If something is of a wrong type.

        Example:
            >>> from nalm import SymbolicRegressor
            >>> t = np.linspace(0.0, 9.0, 40)[:, None]
            >>> model = SymbolicRegressor(random_state=0)
            >>> model.fit_form("a*exp(-b*t) + c", t, 5 * np.exp(-0.2 * t[:, 0]) + 1, search=False)
            SymbolicRegressor(random_state=0)
            >>> model.constants_["value"].round(6).to_dict()
            {'a': 5.0, 'b': 0.2, 'c': 1.0}

        References:
            Seber and Wild (1989), "Nonlinear Regression", chapter 2.
        """
        check_parameters(cast("BaseEstimator", self))
        _check_options(options)
        search = self._options()
        weight = options.get("sample_weight")
        table = check_table(cast("BaseEstimator", self), X, y=y, sample_weight=weight)
        constraints = read_constraints(self.constraints)
        columns = self._names()
        names = symbols(columns, beside=table.targets)
        read, table = read_user_form(form, table, names=names, columns=columns)
        asked = _asked(options, seed=search.seed)
        [problem] = kept_problems(table)
        check_values(read, problem, rows=np.flatnonzero(table.weight > 0), asked=asked)
        known = self._known(constraints, read, table=table, problem=problem)
        problem = replace(problem, known=known)
        budget = Budget.start(search.max_time)
        noise, fit = likeliest(read, problem, name=self.noise, asked=asked, budget=budget)
        with budget.interruptible():  # to the end: half of the attributes would be no fit
            found = None
            if options.get("search", True):
                planned = plan_outputs(
                    table,
                    self._names(),
                    units=self.units,
                    target_units=self.target_units,
                    dimensional_constants=bool(self.dimensional_constants),
                    constraints=constraints,
                )
                [found] = search_outputs(
                    planned,
                    search,
                    earlier=(),
                    verbose=int(self.verbose),
                    budget=budget,
                )
            rows = Rows.of_table(problem, table.weight, found=found, seed=search.seed)
            self.discoveries_ = (judged_form(fit, rows, noise=noise, found=found),)
            self._take(table)
        _warn(fit.fitted)
        return self

    def _known(
        self, constraints: Sequence[Constraint], form: Form, *, table: Table, problem: Problem
    ) -> Known | None:
        names = symbols(self._names(), beside=table.targets)
        places = Places.of(problem.x, names=names, columns=self._names())
        return known_of(
            constraints,
            replace(places, needed=form.used),
            target=table.targets[0],
            targets=table.targets,
            y=problem.y,
        )

    @property
    def form_(self) -> FittedForm | None:
        """The form that was fitted, with its constants; None after a search alone.

        Raises:
            NotFittedError: Before the fit.

        Example:
            >>> from nalm import SymbolicRegressor
            >>> x = np.linspace(1.0, 2.0, 40)[:, None]
            >>> law = SymbolicRegressor(random_state=0)
            >>> law.fit_form("k*x^n", x, x[:, 0] ** 3, search=False).form_.form.constants
            ('k', 'n')
        """
        check_is_fitted(self)
        discovery = self.discoveries_[0]
        return discovery.candidates[discovery.chosen].form


def _asked(options: FormOptions, *, seed: int) -> Asked:
    start, bounds = options.get("start"), options.get("bounds")
    # Not `or`: an empty list is no mapping, and is refused.
    if start is None:
        start = dict[str, float]()
    if bounds is None:
        bounds = dict[str, tuple[float | None, float | None]]()
    return Asked(start=start, bounds=bounds, seed=seed)


def _check_options(options: FormOptions) -> None:
    known = tuple(FormOptions.__annotations__)
    wrong = [name for name in options if name not in known]
    if wrong:
        raise InvalidTypeError(
            f"fit_form: expected options among {', '.join(known)}, found {wrong[0]!r}."
        )
    search = options.get("search", True)
    if not isinstance(search, bool | np.bool_):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidTypeError(
            f"search: expected True or False, found {search!r}. Give False to fit the form alone."
        )


def _warn(fitted: FittedForm) -> None:
    if fitted.undetermined:
        names = ", ".join(fitted.undetermined)
        several = len(fitted.undetermined) > 1
        remedy = "Write a form without one of them, or hold one at a number."
        what = (
            "cannot be told apart: the rows determine them only together"
            if several
            else ("has no influence on the rows")
        )
        warnings.warn(f"{names} {what}. {remedy}", UndeterminedWarning, stacklevel=3)
    if fitted.held:
        names = ", ".join(fitted.held)
        warnings.warn(
            f"{names}: the best value lies beyond the bound. Its standard error, and those of the "
            "others, do not know of the bound; widen it, or write the number in the form.",
            UndeterminedWarning,
            stacklevel=3,
        )
