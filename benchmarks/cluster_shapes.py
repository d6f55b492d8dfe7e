"""What the workers of a simulated cluster return: arrays of the true shapes, filled with noise."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nalm.cli._progress._cost import step_cost
from nalm.experiments._execution._plan import Plan
from nalm.experiments._execution._segment import Part
from nalm.training import Outcome, Run, Trainer

ONE_THREAD = 2.0
"""Times as long as on two cores, for which the estimates are."""

NOISE = np.random.RandomState(0).standard_normal(2**23)
NOISES: dict[np.dtype[Any], np.ndarray] = {}


def noise(shape: Sequence[int], dtype: Any = np.float64) -> np.ndarray:
    """Return numbers that compress as badly as weights do, all of them in the same memory."""
    if np.dtype(dtype) not in NOISES:
        NOISES[np.dtype(dtype)] = NOISE.astype(dtype)
    return np.ndarray(tuple(shape), dtype, buffer=NOISES[np.dtype(dtype)])


class Shapes:
    """Know what the state of a cohort looks like, by building a trainer of each kind once."""

    def __init__(self) -> None:
        self._states: dict[object, dict[str, np.ndarray]] = {}
        self._seconds: dict[object, tuple[float, float]] = {}

    def state(self, run: Run) -> dict[str, np.ndarray]:
        """Return the state of a cohort that is this run alone."""
        if run.signature not in self._states:
            self._states[run.signature] = Trainer([run], compile=False).snapshot()
            self._seconds[run.signature] = step_cost(run)
        return self._states[run.signature]

    def step_seconds(self, plan: Plan) -> float:
        """Return the seconds of a step of a cohort on one thread."""
        self.state(plan.runs[0])
        step, run_step = self._seconds[plan.runs[0].signature]
        return ONE_THREAD * 1e-6 * (step + run_step * len(plan.runs))

    def part(self, plan: Plan, step: int) -> Part:
        """Return what a worker returns of a cohort that has been trained to a step."""
        runs = len(plan.runs)
        steps = np.array(plan.runs[0].recipe.evaluation_steps())
        steps = steps[: np.searchsorted(steps, step, side="right")]
        state = {
            name: noise((runs, *each.shape[1:]), each.dtype) if each.shape[:1] == (1,) else each
            for name, each in self.state(plan.runs[0]).items()
        }
        state |= {"rows": noise((len(steps), 3, runs)), "step": np.array(step, np.int32)}
        return Part(
            step=step,
            state={**state, "seconds": np.array(1.0)},
            test_errors=noise((runs,)),
            steps_taken=np.full(runs, step),
            stopped=np.zeros(runs, np.bool_),
            outcomes=_outcomes(state, steps) if step >= plan.iterations else (),
            seconds=1.0,
            trajectories={},
        )


def _outcomes(state: dict[str, np.ndarray], steps: np.ndarray) -> tuple[Outcome, ...]:
    learnt = {
        name.split(" ", 1)[1]: each
        for name, each in state.items()
        if name.startswith(("parameter ", "buffer "))
    }
    return tuple(
        Outcome(
            step=steps,
            validation=errors[:, 0],
            test=errors[:, 1],
            sparsity=errors[:, 2],
            parameters={name: each[k] for name, each in learnt.items()},
            diverged=False,
            restarts=0,
        )
        for k, errors in enumerate(np.moveaxis(state["rows"], -1, 0))
    )
