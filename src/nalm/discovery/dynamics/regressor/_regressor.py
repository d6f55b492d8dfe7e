"""The estimator of differential equations: time series in, dx/dt out."""

# scikit-learn and pandas say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self, final

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from nalm._typing import Array, FloatArray
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.regressor._course import Asked, course, course_interval, follow
from nalm.discovery.dynamics.regressor._pipeline import discover
from nalm.discovery.dynamics.regressor._request import request
from nalm.discovery.dynamics.regressor._saving import read_dynamics, write_dynamics
from nalm.discovery.dynamics.regressor._tables import columns_at, rates_latex, rates_table
from nalm.discovery.dynamics.systems._simulation import bounds
from nalm.discovery.dynamics.systems._simulation import draws as drawn
from nalm.discovery.dynamics.systems._system import System, slopes
from nalm.discovery.dynamics.verdict._report import Equations
from nalm.discovery.problem._validation import check_parameters
from nalm.discovery.result._candidate import Discovery, Verdict
from nalm.discovery.result._names import symbols
from nalm.discovery.strategy._search import Options
from nalm.symbolic import Sum, to_sympy, to_text

if TYPE_CHECKING:
    import pandas as pd
    import sympy


@final
@dataclass(kw_only=True, eq=False, repr=False)
class DynamicsRegressor(BaseEstimator):
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
        time: Whether the equations may depend on time itself.
        max_time: Seconds of the whole fit, searches and integration; None for no limit.
        starts: Random starts of each structure; fewer than for a table, as each state is a search.
        max_terms: Most terms of one sum that the random starts try.
        max_exponent: Largest absolute exponent.
        random_state: Seed; the same one gives the same answer, unless `max_time` ends the search.
        warm_start: Whether a second `fit` begins with the formulas of the first.
        verbose: 1 to show progress.

    Attributes:
        discoveries_: One `nalm.discovery.Discovery` per state: `extrapolation_error` and `bic` of
            the integrated equations, `loss` and `r2` of the slopes.
        system_: All equations as shared terms with their factors.
        covariance_: Of the measured numbers of these terms.
        noise_: Standard deviation of the measurements of each state, or of their logarithms.

    Example:
        >>> t = np.linspace(0.0, 3.0, 60)
        >>> decay = DynamicsRegressor(max_time=5.0, random_state=0)
        >>> decay = decay.fit(t, 4.0 * np.exp(-0.5 * t)[:, None])
        >>> bool(np.allclose(decay.simulate([0.0, 10.0], [4.0])[-1], 4.0 * np.exp(-5.0)))
        True
    """

    conserved: Sequence[Sequence[str | int]] | None = None
    structures: Mapping[str, Sequence[Sequence[float]] | Sum] | None = None
    noise: str = "constant"
    time: bool = False
    max_time: float | None = None
    starts: int = 128
    max_terms: int = Options.max_terms
    max_exponent: float = Options.max_exponent
    random_state: int | np.random.RandomState | None = None
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
        """
        check_parameters(self)
        trajectories, names = read(t, states, controls=controls)
        asked, options = request(self.get_params(deep=False), trajectories, names=names)
        earlier = getattr(self, "discoveries_", ()) if self.warm_start else ()
        found = discover(
            trajectories, asked, options=options, earlier=earlier, verbose=int(self.verbose)
        )
        self._take(asked, found)
        return self

    @property
    def equations_(self) -> "pd.DataFrame":
        """All candidates of each state, from simple to complex; `pick` marks the chosen one."""
        check_is_fitted(self)
        return rates_table(self.discoveries_, states=self.state_names_, names=self._symbols())

    @property
    def equation_(self) -> list[str]:
        """The chosen equations as text, one per state."""
        check_is_fitted(self)
        names = self._symbols()
        return [
            f"d{name}/dt = {to_text(formula, names)}"
            for name, formula in zip(names, self.system_.formulas, strict=False)
        ]

    @property
    def verdict_(self) -> list[Verdict]:
        """Of each state, whether its equation is a law, an approximation, or undecided."""
        check_is_fitted(self)
        return [each.verdict for each in self.discoveries_]

    @property
    def reason_(self) -> list[str]:
        """Why, and what to do next."""
        check_is_fitted(self)
        return [str(each.reason) for each in self.discoveries_]

    def sympy(self) -> "list[sympy.Expr]":
        """Return the right-hand sides as SymPy expressions."""
        check_is_fitted(self)
        return [to_sympy(formula, self._symbols()) for formula in self.system_.formulas]

    def latex(self) -> str:
        """Return the equations as a LaTeX `aligned` environment."""
        check_is_fitted(self)
        return rates_latex(self.system_.formulas, self._symbols())

    def predict(self, states: Array, *, controls: Array = None, t: Array = None) -> FloatArray:
        """Compute dx/dt.

        Args:
            states: `(rows, states)`.
            controls: `(rows, controls)`, if there were any.
            t: `(rows,)`, if time is an input.

        Returns:
            `(rows, states)`; NaN where an equation has no value.
        """
        inputs = self._inputs(states, controls, t)
        return slopes(self.system_, inputs)

    def predict_interval(
        self,
        states: Array,
        *,
        level: float = 0.95,
        draws: int = 200,
        controls: Array = None,
        t: Array = None,
    ) -> tuple[FloatArray, FloatArray]:
        """Bound dx/dt `(rows, states)`, given that the equations have the right form.

        Constants are drawn `draws` times from what the data leave open.
        """
        systems, inputs = self._drawn(draws), self._inputs(states, controls, t)
        return bounds(np.stack([slopes(each, inputs) for each in systems]), level=level)

    def simulate(
        self, t: Array, x0: Array, *, controls: Array = None, method: str = "DOP853"
    ) -> FloatArray:
        """Solve the equations.

        Args:
            t: Increasing times `(rows,)`.
            x0: States at the first `(states,)`.
            controls: `(rows, controls)`, joined by straight lines.
            method: "DOP853", "RK45"; "Radau", "BDF" or "LSODA" for stiff equations.

        Returns:
            `(rows, states)`. Where a solution leaves the domain of its equation or grows without
            bound, a `DomainWarning` says when, and the rows after it are NaN.
        """
        check_is_fitted(self)
        return course(self.system_, self._asked, t=t, start=x0, controls=controls, method=method)

    def simulate_interval(
        self, t: Array, x0: Array, *, level: float = 0.95, draws: int = 100, controls: Array = None
    ) -> tuple[FloatArray, FloatArray]:
        """Bound a solution as `predict_interval` does: the states at each time `(rows, states)`."""
        systems = self._drawn(draws)
        values = course_interval(systems, self._asked, t=t, start=x0, controls=controls)
        return bounds(values, level=level)

    def score(self, t: Array, states: Array, *, controls: Array = None) -> float:
        """Return the mean R² of solutions whose starts alone are fitted to the data."""
        check_is_fitted(self)
        return follow(self.system_, read(t, states, controls=controls)[0], asked=self._asked)

    def save(self, path: str | Path) -> None:
        """Write the fitted estimator to a JSON file; one that is there is replaced."""
        check_is_fitted(self)
        parameters = self.get_params(deep=False)
        write_dynamics(path, parameters=parameters, asked=self._asked, found=self._found)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read what `save` wrote: an estimator that predicts the same bits."""
        parameters, asked, found = read_dynamics(path, known=cls().get_params(deep=False))
        result = cls(**parameters)
        result._take(asked, found)
        return result

    def _take(self, asked: Asked, found: Equations) -> None:
        count = len(found.discoveries)
        self.state_names_, self.control_names_ = asked.names[:count], asked.names[count:]
        self.system_: System = found.system
        self.covariance_: FloatArray = found.covariance
        self.noise_: FloatArray = found.sigma
        self.discoveries_: tuple[Discovery, ...] = found.discoveries
        self._asked, self._found = asked, found

    def _symbols(self) -> tuple[str, ...]:
        return symbols((*self.state_names_, *self.control_names_, "t"))

    def _inputs(self, states: Array, controls: Array, t: Array) -> FloatArray:
        check_is_fitted(self)
        widths = (len(self.state_names_), len(self.control_names_), int(self._asked.time))
        return columns_at(states, controls=controls, t=t, widths=widths)

    def _drawn(self, count: int) -> list[System]:
        check_is_fitted(self)
        random = np.random.default_rng(0)  # the same interval at every call
        return drawn(self.system_, self.covariance_, count=count, random=random)
