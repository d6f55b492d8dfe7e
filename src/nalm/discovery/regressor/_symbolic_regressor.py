"""The estimator: a table in, an equation out."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, final

import numpy as np
from sklearn.base import BaseEstimator, MultiOutputMixin, RegressorMixin
from sklearn.utils import check_random_state

from nalm.discovery._budget import Budget
from nalm.discovery._jobs import Jobs
from nalm.discovery.constraints._kinds import Constraint
from nalm.discovery.constraints._reading import constraints_without_groups
from nalm.discovery.estimator._saving import Saving
from nalm.discovery.forms._form_fitting import FormFitting
from nalm.discovery.groups._labels import check_groups, warn_of_labels
from nalm.discovery.groups._table import discover_groups, with_labels
from nalm.discovery.problem._allowed_parameters import check_parameters
from nalm.discovery.problem._validation import Table, check_table
from nalm.discovery.regressor._grouped import Grouped
from nalm.discovery.regressor._saving import Fitted, read_fitted, write_fitted
from nalm.discovery.result._domain import domain_violations
from nalm.discovery.result._parameters import parameters_from_json, parameters_to_json
from nalm.discovery.stages._stage import SearchState
from nalm.discovery.strategy._outputs import plan_outputs, search_outputs
from nalm.discovery.strategy._search import SearchOptions
from nalm.discovery.strategy._strategy import Strategy


@final
@dataclass(kw_only=True, eq=False, repr=False)
class SymbolicRegressor(
    Grouped, FormFitting, Saving, MultiOutputMixin, RegressorMixin, BaseEstimator
):
    """Find the equation behind a table.

        y = Σₖ cₖ Πⱼ bⱼ^(pₖⱼ),   bⱼ an input, such a sum again, or a function of one

    A scikit-learn estimator. Candidates are judged on held-out rows, the outermost ones, and the
    verdict says whether the chosen one holds there.

    Args:
        max_time: Seconds for the whole fit; None for no limit.
        starts: Random restarts of each structure.
        max_terms: Most terms of one sum that the random starts try.
        max_exponent: Largest absolute exponent that is tried; a fit may move one beyond it.
        functions: Names of the functions that a formula may have, as in `nalm.symbolic`: "exp",
            "log", "sin", "cos", "tanh", "tan", "arcsin", …, or one that was registered; () for sums
            and powers alone, as with `max_terms=1`.
        noise: "constant", "relative" (its size grows with y), "variables" (all numbers of the table
            have the same relative error, the inputs too), "rounding" (of the digits that the table
            has), "outliers" or "relative-outliers" (few rows are far off), the name of a registered
            `nalm.discovery.NoiseModel`, or "auto".
        units: Unit of every column, by its name or index: "m/s^2", "kg m s^-2", "kJ", "1".
            Constants have no unit, so only formulas whose units agree are searched.
        target_units: Unit of y; for several outputs one for all, or one for each name or index.
        dimensional_constants: Whether a constant may carry whatever unit makes the formula agree;
            `constants_` says which. It needs `units` and `target_units`.
        constraints: What is known of the targets, as texts such as "increasing in x", "y >= 0",
            "y(x=0) = 0", "y(x=inf) = 5" and "dy/dx(x=0) = 1", or as specs: `Bounded`, `Monotone`,
            `Value` and `Slope` of `nalm.discovery`. Numbers are in the units of the columns.
        strategy: Stages of the search: a `nalm.discovery.Strategy`, or a function that makes one of
            a `SearchState`, as `default_strategy` does; None for that. A file does not keep it.
        random_state: Seed; the same one gives the same answer, unless `max_time` ends the search.
        n_jobs: Processes that search at once what does not depend on one another, as scikit-learn
            counts them: None for this one alone, or what `joblib.parallel_config` says; -1 for all
            cores. The answer is the same, unless `max_time` ends the search.
        warm_start: Whether a second `fit` begins with the formulas of the first.
        verbose: 1 to show progress.

    Attributes:
        discoveries_: What the search found, one `nalm.discovery.Discovery` per output.
        domain_violations_: Per output and candidate, the training rows where it has no value, with
            the reason; empty strings where there are none.
        n_features_in_: How many columns X had.
        feature_names_in_: Their names, if X had any.
        target_names_: Names of the outputs.
        groups_: Names of the groups, each of which is an output; None after a fit without.
        ranges_: Least and largest value of each column `(2, columns)`.

    Example:
        >>> X = np.random.default_rng(0).uniform(1.0, 2.0, (50, 2))
        >>> law = SymbolicRegressor(max_time=5.0, random_state=0).fit(X, X[:, 0] / X[:, 1])
        >>> bool(np.allclose(law.predict([[8.0, 2.0]]), 4.0))
        True
    """

    max_time: float | None = None
    starts: int = SearchOptions.starts
    max_terms: int = SearchOptions.max_terms
    max_exponent: float = SearchOptions.max_exponent
    functions: Sequence[str] = SearchOptions.functions
    noise: str = SearchOptions.noise
    units: Mapping[str | int, str] | None = None
    target_units: str | Mapping[str | int, str] | None = None
    dimensional_constants: bool = False
    constraints: Sequence[Constraint | str] = ()
    strategy: Strategy | Callable[[SearchState], Strategy] | None = None
    random_state: int | np.random.RandomState | None = None
    n_jobs: int | None = None
    warm_start: bool = False
    verbose: int = 0

    def fit(
        self,
        X: Any,  # noqa: ANN401
        y: Any,  # noqa: ANN401
        sample_weight: Any = None,  # noqa: ANN401
        *,
        groups: Any = None,  # noqa: ANN401
    ) -> Self:
        """Search the equations of one table.

        Args:
            X: Inputs `(rows, columns)`.
            y: Target `(rows,)` or targets `(rows, outputs)`; the name of a Series is used.
            sample_weight: Weight of each row's squared residual; 0 leaves the row out.
            groups: Name of each row's group `(rows,)`, text or numbers, or None. All groups get one
                form; the data decide which of its constants differ by group.

        Returns:
            The estimator. Ctrl-C ends the search, not the fit: the best so far is kept.

        Raises:
            InvalidValueError: If a parameter, the data or the units cannot work.
            InvalidTypeError: If X is sparse, or something is of a wrong type.

        Example:
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> cube = SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3)
            >>> cube.equation_, cube.verdict_.name
            ('y = x0^3', 'LAW')
        """
        check_parameters(self)
        # What comes before and after the search takes seconds of a table with a million rows.
        budget = Budget.start(self.max_time)
        earlier = self.discoveries_ if self.warm_start and hasattr(self, "discoveries_") else ()
        options = self._options()
        constraints = constraints_without_groups(self.constraints, groups)
        table = check_table(self, X, y=y, sample_weight=sample_weight)
        labels = None if groups is None else check_groups(groups, len(table.y))
        planned = plan_outputs(
            table,
            self._names(),
            units=self.units,
            target_units=self.target_units,
            dimensional_constants=bool(self.dimensional_constants),
            constraints=constraints,
        )
        verbose = int(self.verbose)
        with budget.interruptible():  # to the end: half of the attributes would be no fit
            if labels is None:
                self._warn_of_labels(table)
                self.discoveries_ = search_outputs(
                    planned, options, earlier=earlier, verbose=verbose, budget=budget
                )
                self._take(table)
            else:
                grouped = with_labels(table, labels, planned=planned)
                found = discover_groups(grouped, options, budget=budget, verbose=verbose)
                self._take_groups(*found, table=grouped)
                self._keep_rows_of_groups(grouped)
        return self

    def _options(self) -> SearchOptions:
        # One number is drawn, so that a generator as `random_state` gives another search each time.
        seed = int(check_random_state(self.random_state).randint(2**31 - 1))
        return SearchOptions(
            max_time=self.max_time,
            starts=int(self.starts),
            seed=seed,
            max_terms=int(self.max_terms),
            max_exponent=float(self.max_exponent),
            functions=tuple(self.functions),
            noise=self.noise,
            strategy=self.strategy,
            jobs=Jobs(count=self.n_jobs),
        )

    def _warn_of_labels(self, table: Table) -> None:
        if self.units is None:  # what has a unit is no label
            used = table.weight > 0
            warn_of_labels(table.x[used], table.y[used, 0], names=self._names())

    def _take(self, table: Table) -> None:
        self.groups_ = None
        self.target_names_ = table.targets
        # Rows without weight did not take part: beyond the others they are extrapolation.
        used = table.x[table.weight > 0]
        self.ranges_ = np.array([used.min(axis=0), used.max(axis=0)])
        self._flat = table.flat
        self._keep_rows(table)
        self.domain_violations_ = domain_violations(
            self.discoveries_, table.x, names=self._symbols()
        )

    def _write(self, path: str | Path) -> None:
        names = getattr(self, "feature_names_in_", None)
        fitted = Fitted(
            parameters=parameters_to_json(self.get_params(deep=False)),
            names=None if names is None else tuple(map(str, names)),
            targets=self.target_names_,
            flat=self._flat,
            low=tuple(map(float, self.ranges_[0])),
            high=tuple(map(float, self.ranges_[1])),
            discoveries=self.discoveries_,
            violations=self.domain_violations_,
            groups=self._fitted_groups(),
        )
        write_fitted(path, fitted, further=self._further)

    @classmethod
    def _read(cls, path: str | Path) -> Self:
        fitted = read_fitted(path)
        known = cls().get_params(deep=False)
        result = cls(**parameters_from_json(fitted.parameters, known=known))
        result.discoveries_ = fitted.discoveries
        result.target_names_ = fitted.targets
        result.ranges_ = np.array([fitted.low, fitted.high])
        result.domain_violations_ = fitted.violations
        result._flat = fitted.flat
        result._read_groups(fitted.groups)
        result.n_features_in_ = len(fitted.low)
        if fitted.names is not None:
            # scikit-learn sets the names as objects, and compares those of later tables with them.
            result.feature_names_in_ = np.array(fitted.names, dtype=object)
        return result
