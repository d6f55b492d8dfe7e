"""The estimator of differential equations: time series in, dx/dt out."""

# scikit-learn and pandas say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self, final

import numpy as np
from sklearn.base import BaseEstimator

from nalm._typing import Array, FloatArray
from nalm.discovery._budget import Budget
from nalm.discovery.dynamics.measurements._held import Between, with_controls, with_held
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.regressor._pipeline import discover
from nalm.discovery.dynamics.regressor._request import request
from nalm.discovery.dynamics.regressor._saving import Fitted, read_dynamics, write_dynamics
from nalm.discovery.dynamics.regressor._solution import FitSpecification
from nalm.discovery.dynamics.regressor._solutions import Solutions
from nalm.discovery.dynamics.systems._system import System
from nalm.discovery.dynamics.verdict._report import Equations
from nalm.discovery.estimator._saving import Saving
from nalm.discovery.problem._allowed_parameters import check_parameters
from nalm.discovery.result._domain import domain_violations
from nalm.discovery.stages._stage import SearchState
from nalm.discovery.strategy._search import SearchOptions
from nalm.discovery.strategy._strategy import Strategy
from nalm.symbolic import Sum


@final
@dataclass(kw_only=True, eq=False, repr=False)
class DynamicsRegressor(Solutions, Saving, BaseEstimator):
    r"""Find the differential equations behind time series.

        dxᵢ/dt = Σₖ cₖ Πⱼ bⱼ^(pₖⱼ),   bⱼ a state, a control, time, or such a sum again

    States are smoothed as their noise demands, a search finds candidates for each slope, and these
    are judged by integrating them through the outermost quarter of the data. The chosen ones are
    fitted to the measurements together, by multiple shooting, and made exact where these allow.

    Args:
        conserved: Groups of states whose sum is constant, by name or number: ``[("S", "I", "R")]``.
            The equation of a group's last state is minus the sum of the others, and a missing
            value is filled from the others.
        structures: Known forms, whose constants alone are fitted: state -> terms,
            each the exponents of all columns, as ``{"hare": [(1, 0), (1, 1)]}`` for
            a hare + b hare lynx; or a `nalm.symbolic.Sum` of the columns.
        noise: "constant", or "relative" if it is proportional to the states, which are positive.
            With "auto" the curves of each state say which; constant where they cannot tell.
        controls_between: What controls do between two samples: "hold" if each value stays until the
            next sample (a zero-order hold, as of a switch or a digital controller), "linear" if
            they go there in a straight line. With "auto", controls that keep their values over
            several samples and jump between are integrated both ways, and the data decide.
        time: Whether the equations may depend on time itself.
        max_time: Seconds of the whole fit, searches and integration; None for no limit.
        starts: Random starts of each structure; fewer than for a table, as each state is a search.
        max_terms: Most terms of one sum that the random starts try.
        max_exponent: Largest absolute exponent that is tried; a fit may move one beyond it.
        functions: Names of the functions that the equations may have, as ("sin", "cos") for a
            pendulum; none by default, which takes less time and leaves less to mistake.
        strategy: Stages of each search: a `nalm.discovery.Strategy`, or a function that makes one
            of a `SearchState`, as `default_strategy` does; None for that. A file does not keep it.
        random_state: Seed; the same one gives the same answer, unless `max_time` ends the search.
        n_jobs: Processes that search at once what does not depend on one another, as scikit-learn
            counts them: None for this one alone, or what `joblib.parallel_config` says; -1 for all
            cores. The answer is the same, unless `max_time` ends the search.
        warm_start: Whether a second `fit` begins with the formulas of the first.
        verbose: 1 to show progress.

    Attributes:
        discoveries_: One `nalm.discovery.Discovery` per state: `extrapolation_error` and `bic` of
            the integrated equations, `loss` and `r2` of the slopes.
        domain_violations_: Per state and candidate, the measured rows, counted through all
            trajectories, where it has no value, with the reason; empty strings where there are
            none.
        target_names_: Names of the states, whose derivatives are the outputs.
        state_names_: The same.
        control_names_: Names of the controls.
        controls_held_: Whether each control is held between samples, not on straight lines.
        system_: All equations as shared terms with their factors.
        ranges_: Least and largest value of each state, control and, where it is an input, of time
            `(2, columns)`; None of what an older version saved.
        covariance_: Of the measured numbers of these terms.
        trajectories_: Numbers of the trajectories of the last `fit`, without those that were left
            out because they have too few values.
        noise_models_: "constant" or "relative", of each state.
        noise_: Standard deviation of the measurements of each state, or of their logarithms where
            its noise is relative.

    Example:
        >>> t = np.linspace(0.0, 3.0, 60)
        >>> decay = DynamicsRegressor(max_time=5.0, random_state=0)
        >>> decay = decay.fit(t, 4.0 * np.exp(-0.5 * t)[:, None])
        >>> bool(np.allclose(decay.simulate([0.0, 10.0], [4.0])[-1], 4.0 * np.exp(-5.0)))
        True
    """

    conserved: Sequence[Sequence[str | int]] | None = None
    structures: Mapping[str, Sequence[Sequence[float]] | Sum] | None = None
    noise: str = "auto"
    controls_between: str = "auto"
    time: bool = False
    max_time: float | None = None
    starts: int = 128
    max_terms: int = SearchOptions.max_terms
    max_exponent: float = SearchOptions.max_exponent
    functions: Sequence[str] = ()
    strategy: Strategy | Callable[[SearchState], Strategy] | None = None
    random_state: int | np.random.RandomState | None = None
    n_jobs: int | None = None
    warm_start: bool = False
    verbose: int = 0

    def fit(self, t: Array, states: Array, *, controls: Array = None) -> Self:
        """Find the equations.

        Args:
            t: Increasing times `(rows,)`; a list for several trajectories, as of `states`.
            states: `(rows, states)`, NaN where a value is missing.
            controls: Known inputs at the same times, without gaps, shaped like `states`.

        Returns:
            The estimator; Ctrl-C ends the fit with the best so far.

        Raises:
            InvalidValueError: If a parameter or the data cannot work; the message says where.
            InvalidTypeError: If something is not numbers.

        Example:
            >>> t = np.linspace(0.0, 3.0, 60)
            >>> decay = DynamicsRegressor(max_time=5.0, random_state=0)
            >>> decay.fit(t, 4.0 * np.exp(-0.5 * t)[:, None]).equation_
            'dx0/dt = -x0/2'
        """
        check_parameters(self)
        budget = Budget.start(self.max_time)
        trajectories, names = read(t, states, controls=controls)
        trajectories = with_controls(trajectories, Between(self.controls_between))
        specification, options = request(self.get_params(deep=False), trajectories, names=names)
        earlier = getattr(self, "discoveries_", ()) if self.warm_start else ()
        specification, found = discover(
            trajectories,
            specification,
            options=options,
            earlier=earlier,
            verbose=int(self.verbose),
            budget=budget,
        )
        columns = [
            np.column_stack([each.states, each.controls, *([each.t] if specification.time else [])])
            for each in trajectories
        ]
        with Budget().interruptible():  # half of the attributes would be no fit
            self._take(specification, found)
            self.trajectories_ = tuple(each.index for each in trajectories)
            self._trajectories = with_held(trajectories, specification.held)
            table = np.concatenate(columns)
            self.ranges_ = np.array([np.nanmin(table, axis=0), np.nanmax(table, axis=0)])
            self.domain_violations_ = domain_violations(
                self.discoveries_, table, names=self._symbols()
            )
        return self

    def _write(self, path: str | Path) -> None:
        fitted = Fitted(
            parameters=self.get_params(deep=False),
            specification=self._specification,
            found=self._found,
            violations=self.domain_violations_,
            ranges=self.ranges_,
        )
        write_dynamics(path, fitted, further=self._further)

    @classmethod
    def _read(cls, path: str | Path) -> Self:
        fitted = read_dynamics(path, known=cls().get_params(deep=False))
        result = cls(**fitted.parameters)
        result._take(fitted.specification, fitted.found)
        result.domain_violations_ = fitted.violations
        result.ranges_ = fitted.ranges
        return result

    def _take(self, specification: FitSpecification, found: Equations) -> None:
        count = len(found.discoveries)
        self.state_names_, self.control_names_ = (
            specification.names[:count],
            specification.names[count:],
        )
        self.target_names_ = self.state_names_
        relative = specification.relative or (False,) * count
        self.noise_models_ = tuple("relative" if each else "constant" for each in relative)
        self.controls_held_ = specification.held or (False,) * len(self.control_names_)
        self.system_: System = found.system
        self.covariance_: FloatArray = found.covariance
        self.noise_: FloatArray = found.sigma
        self.discoveries_ = found.discoveries
        self.ranges_ = None
        self._specification, self._found = specification, found
