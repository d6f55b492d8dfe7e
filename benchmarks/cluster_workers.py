"""A simulated cluster, whose workers do nothing, for `cluster_simulation.py`."""

import pickle
import random
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any

import numpy as np

from nalm.backends import Backend, Job
from nalm.backends._sent import pickled
from nalm.cli._progress._cost import step_cost
from nalm.errors import WorkerLostError
from nalm.experiments._execution._plan import Plan
from nalm.experiments._execution._schedule import LOSSES
from nalm.experiments._execution._segment import Part, Segment
from nalm.training import Outcome, Run, Trainer

COMPILATION = 10.0
"""Seconds until a worker has a program that it has not compiled before."""

LOST = 0.1
"""Share of the segments that are lost with their workers."""

RETURN = 20.0
"""Seconds until a worker that was lost is there again, without its programs."""

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


class FakeJob(Job[Part]):
    """A segment on its way through the cluster."""

    def __init__(self, segment: Segment, submitted: float) -> None:
        self.segment, self.submitted = segment, submitted
        self.step = 0
        self.lost = False
        self.answer = b""

    def result(self) -> Part:
        """Unpickle what the worker returned."""
        if self.lost:
            raise WorkerLostError("a worker is gone.")
        return pickle.loads(self.answer)


class Cluster(Backend):
    """Workers that do nothing, and a clock that the driver's processor time moves.

    Args:
        workers: How many.
        seconds: Of a segment.
        begun: Share of its steps that a cohort has done when it begins, so that a short simulation
            sees cohorts in the middle of their training, whose errors so far take more memory.
    """

    def __init__(self, workers: int, *, seconds: float, begun: float) -> None:
        self._begun = begun
        self.workers, self.seconds = workers, seconds
        self.now = self.driver = self.start = self.waited = 0.0
        self.idle: list[tuple[float, float]] = []
        """From when to when a worker had nothing to do."""
        self.counts = Counter[str]()
        self._shapes, self._random, self._order = Shapes(), random.Random(0), count()
        self._free = dict.fromkeys(map(str, range(workers)), 0.0)
        self._programs: dict[str, set[object]] = {name: set() for name in self._free}
        self._queue = deque[FakeJob]()
        self._losses = Counter[int]()
        self._events: list[tuple[float, int, str, FakeJob | None]] = []
        self._mark = self._clocks()

    @property
    def slots(self) -> int:
        """How many workers are there."""
        return len(self._programs)

    def monotonic(self) -> float:
        """Return the time, in place of that of the module `time`."""
        return self.now

    def begin(self) -> None:
        """Count the driver's work from now on."""
        self._mark = self._clocks()

    def submit(self, function: Callable[..., Any], item: Any, *, near: str | None = None) -> Any:
        """Give a segment to the worker that it is near to, or to another one, or let it wait."""
        job = FakeJob(item, self.now)
        self.counts["bytes sent"] += len(pickled(function, item))
        self._work_so_far()
        if not self._free:
            self._queue.append(job)
        else:
            place = near if near in self._free else next(iter(self._free))
            self._start(job, place)
        self._mark = self._clocks()
        return job

    def next(self, *, timeout: float | None = None) -> Job[Any]:
        """Move the clock to the next end of a segment."""
        self._work_so_far()
        ended: FakeJob | None = None
        while ended is None:
            when, _, place, ended = heappop(self._events)
            self.now = max(self.now, when)
            if ended is not None and ended.lost:
                del self._programs[place]
                heappush(self._events, (when + RETURN, next(self._order), place, None))
            else:
                self._programs.setdefault(place, set())
                self._free[place] = when
                if self._queue:
                    self._start(self._queue.popleft(), place)
        if not ended.lost:
            part = self._shapes.part(ended.segment.plan, ended.step)
            ended.answer = pickle.dumps(part, protocol=5)
            self.counts["bytes received"] += len(ended.answer)
        self._mark = self._clocks()
        return ended

    def stop(self) -> list[Job[Any]]:
        """Let no segment end."""
        return []

    def share_idle(self, until: float) -> float:
        """Return the share of the workers' time up to a moment in which they had nothing to do."""
        intervals = [*self.idle, *((since, self.now) for since in self._free.values())]
        seconds = sum(max(0.0, min(end, until) - start) for start, end in intervals)
        return seconds / (until * max(self.slots, 1))

    def _start(self, job: FakeJob, place: str) -> None:
        start = max(since := self._free.pop(place), job.submitted)
        self.idle.append((since, start))
        plan, state = job.segment.plan, job.segment.state
        step_seconds = self._shapes.step_seconds(plan)
        before = int(self._begun * plan.iterations if state is None else state["step"])
        steps = plan.runs[0].recipe.evaluation_steps()
        wanted = before + job.segment.seconds / step_seconds
        job.step = int(steps[min(int(np.searchsorted(steps, wanted)), len(steps) - 1)])
        seconds = (job.step - before) * step_seconds
        if plan.runs[0].signature not in self._programs[place]:
            self._programs[place].add(plan.runs[0].signature)
            seconds += COMPILATION
        self._lose(job)
        seconds *= self._random.random() if job.lost else 1.0
        heappush(self._events, (start + seconds, next(self._order), place, job))

    def _lose(self, job: FakeJob) -> None:
        """Decide whether a segment is lost, but not so often in a row that training would end."""
        self.counts["segments"] += 1
        name = id(job.segment.plan)
        lost = self._random.random() < LOST
        if lost and self._losses[name] == LOSSES - 1:
            self.counts["ends avoided"] += 1
            lost = False
        job.lost = lost
        self._losses[name] = self._losses[name] + 1 if lost else 0
        self.counts["lost"] += lost

    def _work_so_far(self) -> None:
        """Add what the driver has worked to the clock."""
        processor, wall = self._clocks()
        self.now += processor - self._mark[0]
        self.driver += processor - self._mark[0]
        self.waited += max(0.0, wall - self._mark[1] - (processor - self._mark[0]))

    @staticmethod
    def _clocks() -> tuple[float, float]:
        return time.process_time(), time.perf_counter()
