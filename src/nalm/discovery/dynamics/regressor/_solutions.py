"""Solutions of the fitted differential equations."""

# scikit-learn says nothing of its types.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

import numpy as np
from sklearn.utils.validation import check_is_fitted

from nalm._typing import Array, FloatArray
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.regressor._evaluation import Evaluation
from nalm.discovery.dynamics.regressor._solution import follow, solution, solutions
from nalm.discovery.dynamics.systems._simulation import bounds
from nalm.discovery.dynamics.systems._simulation import draws as drawn
from nalm.discovery.result._choice import Index


class Solutions(Evaluation):
    """Solutions x(t), their bounds, and how well they follow measurements."""

    def simulate(
        self,
        t: Array,
        x0: Array,
        *,
        index: Index = None,
        controls: Array = None,
        method: str = "DOP853",
    ) -> FloatArray:
        """Solve dx/dt = f(x, u, t), x(t₀) = x₀, with a relative error of 1e-9 in a step.

        Args:
            t: Increasing times `(rows,)`.
            x0: States at the first `(states,)`.
            index: Of the candidate in `equations_`, one for all states or one for each; None for
                the chosen ones.
            controls: `(rows, controls)`, joined by straight lines.
            method: "DOP853", "RK45"; "Radau", "BDF" or "LSODA" for stiff equations.

        Returns:
            `(rows, states)`. Where a solution leaves the domain of its equation or grows without
            bound, a `DomainWarning` says when, and the rows after it are NaN.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: If there is no such candidate, or a shape, a time or the method
                cannot work.
            InvalidTypeError: If something is not numbers.

        Example:
            >>> import numpy as np
            >>> from nalm import DynamicsRegressor
            >>> t = np.linspace(0.0, 3.0, 12)
            >>> decay = DynamicsRegressor(structures={"x0": [(1,)]}, max_time=0.1, random_state=0)
            >>> decay = decay.fit(t, 4.0 * np.exp(-0.5 * t)[:, None])
            >>> decay.simulate([0.0, 2.0], [1.0]).round(4).tolist()
            [[1.0], [0.3679]]

        References:
            Hairer, Nørsett and Wanner, *Solving Ordinary Differential Equations I*, 2nd edition,
            1993, section II.5, for DOP853.
        """
        system, _ = self._system(index)
        return solution(
            system, self._specification, t=t, start=x0, controls=controls, method=method
        )

    def simulate_interval(
        self,
        t: Array,
        x0: Array,
        *,
        level: float = 0.95,
        draws: int = 100,
        index: Index = None,
        controls: Array = None,
    ) -> tuple[FloatArray, FloatArray]:
        """Bound a solution, given that the equations have the right form.

        The measured numbers are drawn from the normal distribution that the data leave them, the
        equations solved with each, and the quantiles taken at every time; the noise of a new
        measurement, `noise_`, is not in it.

        Args:
            t: Increasing times `(rows,)`.
            x0: States at the first `(states,)`.
            level: Probability that the solution lies between the bounds, between 0 and 1.
            draws: How often the equations are solved, 2 or more.
            index: Of the candidate in `equations_`, as in `simulate`.
            controls: `(rows, controls)`, joined by straight lines.

        Returns:
            Lower and upper bounds `(rows, states)`; NaN where no draw has a solution.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: If `level` or `draws` is out of range, if the fit was stopped before
                there was a covariance, or as in `simulate`.
            InvalidTypeError: If something is not numbers.

        Example:
            >>> import numpy as np
            >>> from nalm import DynamicsRegressor
            >>> t = np.linspace(0.0, 3.0, 40)
            >>> noise = 0.02 * np.random.default_rng(0).standard_normal((40, 1))
            >>> decay = DynamicsRegressor(structures={"x0": [(1,)]}, max_time=0.1, random_state=0)
            >>> decay = decay.fit(t, 4.0 * np.exp(-0.5 * t)[:, None] + noise)
            >>> low, high = decay.simulate_interval([0.0, 2.0], [1.0], draws=20)
            >>> bool(low[1, 0] < 0.3679 < high[1, 0])
            True
        """
        system, covariance = self._system(index)
        random = np.random.default_rng(0)  # the same interval each time it is asked for
        systems = drawn(system, covariance, count=draws, random=random)
        values = solutions(systems, self._specification, t=t, start=x0, controls=controls)
        return bounds(values, level=level)

    def score(self, t: Array, states: Array, *, controls: Array = None) -> float:
        """Return the mean over the states of R² of solutions whose starts are fitted to the data.

        Args:
            t: Increasing times `(rows,)`; a list for several trajectories, as of `states`.
            states: `(rows, states)`, NaN where a value is missing.
            controls: Known inputs at the same times, without gaps, shaped like `states`.

        Returns:
            At most 1; minus infinity where the equations have no solution through the data.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: If shapes, names or times do not fit.
            InvalidTypeError: If something is not numbers.

        Example:
            >>> import numpy as np
            >>> from nalm import DynamicsRegressor
            >>> t = np.linspace(0.0, 3.0, 12)
            >>> x = 4.0 * np.exp(-0.5 * t)[:, None]
            >>> decay = DynamicsRegressor(structures={"x0": [(1,)]}, max_time=0.1, random_state=0)
            >>> round(decay.fit(t, x).score(t, 2 * x), 6)
            1.0
        """
        check_is_fitted(self)
        return follow(
            self._found.system,
            read(t, states, controls=controls)[0],
            specification=self._specification,
        )
