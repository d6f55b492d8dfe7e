"""The fitted right-hand sides, evaluated anywhere."""

# scikit-learn says nothing of its types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from sklearn.utils.validation import check_is_fitted

from nalm._typing import Array, FloatArray
from nalm.discovery.dynamics.measurements._trajectories import Trajectory
from nalm.discovery.dynamics.regressor._chosen import chosen_system
from nalm.discovery.dynamics.regressor._columns import columns_at
from nalm.discovery.dynamics.regressor._posterior import posteriors
from nalm.discovery.dynamics.regressor._solution import FitSpecification
from nalm.discovery.dynamics.systems._system import System, covariance_of
from nalm.discovery.dynamics.verdict._report import Equations
from nalm.discovery.estimator._fitted_data import FittedData, FittedOutput, Series
from nalm.discovery.estimator._languages import Languages
from nalm.discovery.estimator._read_out import ReadOut
from nalm.discovery.estimator._uncertainty import Sampling, Uncertainty
from nalm.discovery.estimator._views import Views
from nalm.discovery.result._choice import Index, choose_candidates
from nalm.discovery.result._domain import warn_outside
from nalm.discovery.result._interval import prediction_interval
from nalm.discovery.result._names import symbols
from nalm.discovery.uncertainty._posterior_result import Posterior
from nalm.symbolic import Sum, evaluate

if TYPE_CHECKING:
    from torch import nn


class Evaluation(ReadOut, Languages, Uncertainty, Views):
    """Derivatives, bounds and posteriors of a fitted `DynamicsRegressor`.

    Attributes:
        state_names_: Names of the states, which are the outputs too.
        control_names_: Names of the controls.
        ranges_: Least and largest value of each column; None if it is not known.
    """

    state_names_: tuple[str, ...]
    control_names_: tuple[str, ...]
    ranges_: FloatArray | None
    _are_rates = True
    _specification: FitSpecification
    _found: Equations
    _trajectories: tuple[Trajectory, ...]

    def predict(
        self, states: Array, index: Index = None, *, controls: Array = None, t: Array = None
    ) -> FloatArray:
        """Compute dx/dt = f(x, u, t).

        Args:
            states: x, in their units `(rows, states)`.
            index: Of the candidate in `equations_`, one for all states or one for each; None for
                the chosen ones.
            controls: u `(rows, controls)`, if there were any.
            t: Times `(rows,)`, if time is an input.

        Returns:
            `(rows, states)`; NaN and a `DomainWarning` where an equation has no value.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: If there is no such candidate, or a shape cannot work.
            InvalidTypeError: If something is not numbers.

        Example:
            >>> import numpy as np
            >>> from nalm import DynamicsRegressor
            >>> t = np.linspace(0.0, 3.0, 12)
            >>> decay = DynamicsRegressor(structures={"x0": [(1,)]}, max_time=0.1, random_state=0)
            >>> decay.fit(t, 4.0 * np.exp(-0.5 * t)[:, None]).predict([[8.0]]).round(6)
            array([[-4.]])
        """
        system, _, x = self._at(index, states, controls, t)
        values = np.column_stack([evaluate(each, x) for each in system.formulas])
        return np.where(np.isfinite(values), values, np.nan)

    def predict_interval(
        self,
        states: Array,
        level: float = 0.95,
        *,
        index: Index = None,
        controls: Array = None,
        t: Array = None,
    ) -> tuple[FloatArray, FloatArray]:
        r"""Bound what `predict` computes: dx/dt itself, which is never measured and has no noise.

        $$f(x) \pm t\, \sqrt{J(x)\, \Sigma\, J(x)^\top}$$

        with J the derivatives by the measured numbers, Σ their covariance, and t the quantile of
        Student's distribution, given that the equations have the right form.

        Args:
            states: As in `predict`, like `controls` and `t`.
            level: Probability that dx/dt lies between the bounds, between 0 and 1.
            index: Of the candidate in `equations_`, as in `predict`.
            controls: As in `predict`.
            t: As in `predict`.

        Returns:
            Lower and upper bounds, each shaped like a prediction. They are equal where all numbers
            of an equation became exact.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: If `level` is not between 0 and 1, if the fit was stopped before
                there was a covariance, or as in `predict`.

        Example:
            >>> import numpy as np
            >>> from nalm import DynamicsRegressor
            >>> t = np.linspace(0.0, 3.0, 40)
            >>> noise = 0.02 * np.random.default_rng(0).standard_normal((40, 1))
            >>> decay = DynamicsRegressor(structures={"x0": [(1,)]}, max_time=0.1, random_state=0)
            >>> decay = decay.fit(t, 4.0 * np.exp(-0.5 * t)[:, None] + noise)
            >>> low, high = decay.predict_interval([[8.0]])
            >>> bool(low < -4.0 < high)
            True
        """
        system, covariance, x = self._at(index, states, controls, t)
        candidates = choose_candidates(self.discoveries_, index)
        bounds: list[tuple[FloatArray, FloatArray]] = []
        for state, formula in enumerate(system.formulas):
            own = covariance_of(system, covariance, state=state)
            each = replace(candidates[state], formula=formula, covariance=own)
            found = self.discoveries_[state]
            rows = len(found.inner_rows) + len(found.outer_rows)
            bounds.append(prediction_interval(each, x, level=level, rows=rows, observed=False))
        low, high = (np.column_stack(each) for each in zip(*bounds, strict=True))
        return low, high

    def _system(self, index: Index) -> tuple[System, FloatArray]:
        check_is_fitted(self)
        return chosen_system(self._found, index, groups=self._specification.groups)

    def _at(
        self, index: Index, states: Array, controls: Array, t: Array
    ) -> tuple[System, FloatArray, FloatArray]:
        system, covariance = self._system(index)
        widths = (len(self.state_names_), len(self.control_names_), int(self._specification.time))
        x = columns_at(states, controls=controls, t=t, widths=widths)
        warn_outside(system.formulas, self.target_names_, x=x, names=self._symbols())
        return system, covariance, x

    def _formulas(self, index: Index) -> tuple[Sum, ...]:
        return self._system(index)[0].formulas

    def _module(self, index: Index) -> "nn.Module":
        from nalm.discovery.estimator._equations_module import EquationsModule

        system, _ = self._system(index)
        return EquationsModule(system.terms, len(self._symbols()), balance=system.balance)

    def _has_rows(self) -> bool:
        return hasattr(self, "_trajectories")

    def _fitted_data(self) -> FittedData | None:
        if not self._has_rows():
            return None
        time = self._specification.time
        x = np.concatenate(
            [
                np.column_stack([each.states, each.controls, *([each.t] if time else [])])
                for each in self._trajectories
            ]
        )
        return FittedData(
            inputs=self._labels(),
            outputs=tuple(
                FittedOutput(target=target, x=x, y=np.full(len(x), np.nan), discovery=discovery)
                for target, discovery in zip(self.target_names_, self.discoveries_, strict=True)
            ),
            rate=True,
            series=tuple(
                Series(times=each.t, states=each.states, controls=each.controls)
                for each in self._trajectories
            ),
        )

    def _posteriors(
        self, index: Sequence[int | None], outputs: Sequence[int], sampling: Sampling
    ) -> list[Posterior]:
        system, _ = self._system(index)
        return posteriors(
            system,
            self._trajectories,
            specification=self._specification,
            outputs=outputs,
            sampling=sampling,
        )

    def _symbols(self) -> tuple[str, ...]:
        return symbols(self._labels())

    def _labels(self) -> tuple[str, ...]:
        time = ("t",) if self._specification.time else ()
        return (*self.state_names_, *self.control_names_, *time)
