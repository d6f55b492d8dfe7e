"""A simulated cluster, whose workers do nothing, for `cluster_simulation.py`."""

import pickle
import random
import time
from collections import Counter, deque
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Any

import numpy as np

from cluster_shapes import Shapes
from nalm.backends import Backend, Job
from nalm.backends._sent import pickled
from nalm.errors import WorkerLostError
from nalm.experiments._execution._plan import Plan
from nalm.experiments._execution._segment import Part, Segment

COMPILATION = 10.0
"""Seconds until a worker has a program that it has not compiled before."""

LOST = 0.1
"""Share of the segments that are lost with their workers."""

RETURN = 20.0
"""Seconds until a worker that was lost is there again, without its programs."""


class FakeJob(Job[Part | None]):
    """A segment on its way through the cluster."""

    def __init__(self, segment: Segment, submitted: float) -> None:
        self.key, self.seconds = segment.key, segment.seconds
        self.is_whole, self.submitted = segment.start is not None, submitted
        self.step, self.begun = 0, submitted
        self.lost = self.missing = False
        self.answer = b""

    def result(self) -> Part | None:
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
        self._losses = Counter[str]()
        self._plans: dict[str, Plan] = {}
        self._steps: dict[str, int] = {}
        self._memory: dict[str, str] = {}
        """The cohort that each worker has trained last."""
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
        self._know(item)
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
                del self._programs[place], self._memory[place]
                heappush(self._events, (when + RETURN, next(self._order), place, None))
            else:
                self._programs.setdefault(place, set())
                self._free[place] = when
                if self._queue:
                    self._start(self._queue.popleft(), place)
        if not ended.lost:
            ended.place = place
            ended.answer = pickle.dumps(self._answer(ended), protocol=5)
            self.counts["bytes received"] += len(ended.answer)
        self._mark = self._clocks()
        return ended

    def _know(self, segment: Segment) -> None:
        """Note what is sent; a state is the one of the last segment that came back.

        The first state of a cohort is one that an earlier driver has saved.
        """
        if (start := segment.start) is None:
            return
        begun = int(self._begun * start.plan.iterations)
        sent = begun if start.state is None else int(start.state["step"])
        if segment.key not in self._steps:
            self._plans[segment.key], self._steps[segment.key] = start.plan, sent
            self.counts["went on"] += start.state is not None
        elif start.state is not None and sent != self._steps[segment.key]:
            raise ValueError(f"step {sent} is sent, and {self._steps[segment.key]} came back.")

    def _answer(self, job: FakeJob) -> Part | None:
        """Return what a segment returned."""
        if job.missing:
            return None
        self._steps[job.key] = job.step
        return self._shapes.part(self._plans[job.key], job.step)

    def stop(self) -> list[Job[Any]]:
        """Let no segment end."""
        return []

    def returned(self) -> dict[str, dict[str, Any]]:
        """Say for each cohort that has begun how far what came back of it had been trained."""
        return {
            key: {
                "step": step,
                "begun": int(self._begun * self._plans[key].iterations),
                "iterations": self._plans[key].iterations,
                "step_seconds": self._shapes.step_seconds(self._plans[key]),
                "members": [run.key for run in self._plans[key].runs],
            }
            for key, step in self._steps.items()
        }

    def in_flight(self) -> list[float]:
        """Return for how long each worker that is training has trained its segment."""
        jobs = (job for *_, job in self._events if job is not None and not job.missing)
        return [max(self.now - job.begun, 0.0) for job in jobs]

    def share_idle(self, until: float) -> float:
        """Return the share of the workers' time up to a moment in which they had nothing to do."""
        intervals = [*self.idle, *((since, self.now) for since in self._free.values())]
        seconds = sum(max(0.0, min(end, until) - start) for start, end in intervals)
        return seconds / (until * max(self.slots, 1))

    def _start(self, job: FakeJob, place: str) -> None:
        start = job.begun = max(since := self._free.pop(place), job.submitted)
        self.idle.append((since, start))
        if not job.is_whole and self._memory.get(place) != job.key:
            job.missing = True
            self.counts["sent again"] += 1
            heappush(self._events, (start, next(self._order), place, job))
            return
        plan, before = self._plans[job.key], self._steps[job.key]
        step_seconds = self._shapes.step_seconds(plan)
        steps = plan.runs[0].recipe.evaluation_steps()
        wanted = before + job.seconds / step_seconds
        job.step = int(steps[min(int(np.searchsorted(steps, wanted)), len(steps) - 1)])
        seconds = (job.step - before) * step_seconds
        if plan.runs[0].signature not in self._programs[place]:
            self._programs[place].add(plan.runs[0].signature)
            seconds += COMPILATION
        self._memory[place] = job.key
        self._lose(job)
        seconds *= self._random.random() if job.lost else 1.0
        heappush(self._events, (start + seconds, next(self._order), place, job))

    def _lose(self, job: FakeJob) -> None:
        """Decide whether a segment is lost, but not so often in a row that training would end."""
        self.counts["segments"] += 1
        name = job.key
        lost = self._random.random() < LOST
        if lost and self._losses[name] == self.tries - 1:
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
