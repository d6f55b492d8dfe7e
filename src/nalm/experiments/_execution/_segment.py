"""A segment of a cohort's training: what is done in one go, in this process or in another."""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray
from nalm.backends import is_stopping
from nalm.experiments._execution._options import Options
from nalm.experiments._execution._plan import Plan
from nalm.training import Outcome, Trainer

Arrays = Mapping[str, NDArray[Any]]

_RECORDED = "recorded "
"""Begins the names of recorded weights in a state."""


@dataclass(frozen=True, kw_only=True)
class Start:
    """What a cohort is set up from: it depends on nothing else, so it can be sent anywhere.

    Args:
        plan: The runs of the cohort.
        state: What the segment before returned; None at the beginning.
    """

    plan: Plan
    state: Arrays | None

    @property
    def evaluations(self) -> int:
        """Evaluations that the cohort has behind it."""
        return 0 if self.state is None else len(self.state["rows"])


@dataclass(frozen=True, kw_only=True)
class Segment:
    """What to train: done again, it gives the same.

    Args:
        key: Of the cohort's plan.
        options: How.
        evaluations: That the cohort has behind it.
        seconds: How long; it ends with the first evaluation after that.
        start: None for a process that has the cohort in memory: sending state and runs to where
            they are would take most of what the driver has to do.
    """

    key: str
    options: Options
    evaluations: int
    seconds: float
    start: Start | None


@dataclass(frozen=True, kw_only=True)
class Part:
    """Where a cohort stands after a segment.

    Args:
        step: Step of the last evaluation.
        state: All that the next segment needs.
        test_errors: Of each run at its last evaluation `(runs,)`.
        steps_taken: By each run `(runs,)`.
        stopped: Whether it has stopped early `(runs,)`.
        outcomes: What became of each run, once all have ended.
        seconds: Of training so far, for all runs together.
        trajectories: Recorded weights of all runs `(evaluations, runs, …)`, once all have ended.
    """

    step: int
    state: Arrays
    test_errors: FloatArray
    steps_taken: NDArray[np.int64]
    stopped: NDArray[np.bool_]
    outcomes: tuple[Outcome, ...]
    seconds: float
    trajectories: Arrays


def train_segment(segment: Segment) -> Part | None:
    """Train a cohort for a while.

    The cohort stays in this thread's memory: a segment that goes on from here need not set it up.

    Returns:
        Where it stands; None if the segment has no start and the cohort is not in memory, or not
        as the segment before left it.
    """
    cohort: _Cohort | None = getattr(_MEMORY, "cohort", None)
    if cohort is None or not cohort.fits(segment):
        if segment.start is None:
            return None  # the cohort that is in memory is another segment's
        with _SETTING_UP:
            cohort = _Cohort(segment.start, segment.options)
    forget()  # what an interruption leaves in the middle of a step is of no use
    part = cohort.train(segment.seconds)
    if not part.outcomes:
        _MEMORY.cohort = cohort
    return part


def forget() -> None:
    """Free the cohort that the last segment of this thread has left."""
    _MEMORY.cohort = None


_MEMORY = threading.local()

_SETTING_UP = threading.Lock()
"""Held while networks draw their parameters: all threads have one random state in PyTorch."""


@final
class _Cohort:
    """A cohort in memory, between its segments."""

    def __init__(self, start: Start, options: Options) -> None:
        self._key, self._options = start.plan.key, options
        self._trainer = Trainer(
            start.plan.runs,
            device=options.device,
            compile=options.compile,
            on_evaluation=options.on_evaluation,
        )
        self._seconds = 0.0
        # The weights of each evaluation, of all runs; empty unless they are recorded.
        self._recorded: list[Arrays] = []
        if start.state is not None:
            self._restore(start.state)

    def fits(self, segment: Segment) -> bool:
        """Say whether a segment goes on from here."""
        own = self._key, self._options, len(self._trainer.errors)
        return own == (segment.key, segment.options, segment.evaluations)

    def train(self, seconds: float) -> Part:
        """Train to the first evaluation after so many seconds, or to the end."""
        trainer, started = self._trainer, time.monotonic()
        before = self._seconds
        for _ in trainer:
            self._seconds = before + time.monotonic() - started
            if self._options.record_weights:
                self._recorded.append(self._weights())
            if self._seconds - before >= seconds or is_stopping():
                break
        return Part(
            step=trainer.step,
            state=self._state(),
            test_errors=trainer.errors[-1, 1].copy(),
            steps_taken=trainer.steps_taken,
            stopped=trainer.stopped,
            outcomes=tuple(trainer.outcomes()) if trainer.is_done else (),
            seconds=self._seconds,
            trajectories=_stacked(self._recorded) if trainer.is_done else {},
        )

    def _state(self) -> Arrays:
        recorded = _stacked(self._recorded)
        return {
            **self._trainer.snapshot(),
            "seconds": np.array(self._seconds),
            **{f"{_RECORDED}{name}": each for name, each in recorded.items()},
        }

    def _restore(self, arrays: Arrays) -> None:
        self._trainer.restore(arrays)
        self._seconds = float(arrays["seconds"])
        if not self._options.record_weights:
            return
        unknown = {name: np.full_like(each, np.nan) for name, each in self._weights().items()}
        for k in range(len(arrays["rows"])):
            # A checkpoint of a training that did not record them lacks the first ones.
            found = {name: arrays.get(f"{_RECORDED}{name}") for name in unknown}
            self._recorded.append(
                {name: unknown[name] if a is None else a[k] for name, a in found.items()}
            )

    def _weights(self) -> Arrays:
        learnt = self._trainer.learnt()
        return {name: each for name, each in learnt.items() if each.dtype.kind in "fc"}


def _stacked(recorded: list[Arrays]) -> Arrays:
    """Stack the weights of each evaluation `(runs, …)` along a new first dimension."""
    names = recorded[0] if recorded else ()
    return {name: np.stack([each[name] for each in recorded]) for name in names}
