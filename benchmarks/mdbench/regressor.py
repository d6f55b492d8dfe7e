"""nalm as a method of MDBench: `mdbench/algorithms/ode/nalm/regressor.py` of a checkout of it.

The contract: `Estimator(**kwargs)` has `fit(t, u, u_dot)`, `predict(t, u)`, `complexity()` and
`to_str()`. The kwargs `n_jobs` and `target_names` come from the benchmark; there is no
`hyper_params`, as nothing is tuned.
"""

import numpy as np
import pandas as pd
import sympy

from nalm import DynamicsRegressor

FUNCTIONS = ("exp", "log", "sin", "cos", "tanh")
MAX_TIME = 20.0  # seconds of a fit; the benchmark's own limit is on all that it does with a system


class Estimator:
    """A system dx/dt = f(x) from one measured trajectory."""

    def __init__(self, **kwargs):
        names = kwargs.get("target_names")
        self.names = None if names is None else [str(each) for each in names]
        self.model = DynamicsRegressor(
            functions=FUNCTIONS,
            max_time=kwargs.get("max_time", MAX_TIME),
            random_state=kwargs.get("random_state", 0),
            n_jobs=kwargs.get("n_jobs"),
        )

    def fit(self, t_train, u_train, u_dot_train=None):
        """Fit the trajectory itself: its differences, which MDBench gives too, are noisier."""
        states = np.asarray(u_train, float)
        names = self.names or [f"u{k}" for k in range(states.shape[1])]
        self.model.fit(np.asarray(t_train, float), pd.DataFrame(states, columns=names))
        return self

    def predict(self, t_test, u_test) -> np.ndarray:
        """Return the rates `(times, states)` at measured states."""
        columns = list(self.model.state_names_)
        return self.model.predict(pd.DataFrame(np.asarray(u_test, float), columns=columns))

    def complexity(self) -> int:
        """Count variables, operations and constants of all right-hand sides."""
        return sum(sum(1 for _ in sympy.preorder_traversal(each)) for each in self._right_sides())

    def to_str(self) -> str:
        """Return a line for each state: `u0_t = …`."""
        sides = zip(self.model.state_names_, self._right_sides(), strict=True)
        return "\n".join(f"{name}_t = {side}" for name, side in sides)

    def verdicts(self) -> list[str]:
        """Say of each equation whether it is called a law; MDBench does not ask."""
        return [each.verdict.value for each in self.model.discoveries_]

    def _right_sides(self) -> list[sympy.Expr]:
        found = self.model.sympy()
        return found if isinstance(found, list) else [found]
