"""One cohort in training: its time, its checkpoints, and the runs that it stores at its end."""

import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from nalm.errors import StoreError
from nalm.experiments._execution._plan import Plan
from nalm.results import Store, StoredRun, Trace
from nalm.training import Evaluation, Outcome, Run, Trainer

Arrays = dict[str, NDArray[Any]]

CHECKPOINT_SECONDS = 5.0
"""Least time between two checkpoints of a cohort: what a kill can lose."""

_RECORDED = "recorded "
"""Begins the names of recorded weights in a checkpoint."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """How to execute, without influence on the results.

    Args:
        device: Device name for PyTorch.
        compile: Whether to compile the training step.
        checkpoint_seconds: Least time between two checkpoints.
        on_evaluation: Called after every evaluation of a cohort.
        record_weights: Whether to store the weights of every evaluation, for
            ``nalm report NAME --view trajectories``.
    """

    device: str = "cpu"
    compile: bool = True
    checkpoint_seconds: float = CHECKPOINT_SECONDS
    on_evaluation: Callable[[Evaluation], None] | None = None
    record_weights: bool = False


@final
class CohortExecution:
    """One cohort in training, its time, and what is left to save of it."""

    def __init__(self, plan: Plan, store: Store, *, options: Options) -> None:
        self.plan = plan
        self.finished: list[StoredRun] = []
        self._store = store
        self._interval = options.checkpoint_seconds
        self._trainer = Trainer(
            plan.runs,
            device=options.device,
            compile=options.compile,
            on_evaluation=options.on_evaluation,
        )
        self._members = [run.key for run in plan.runs]
        self._seconds = 0.0  # of training, for all runs together, up to the last evaluation
        self._unsaved: tuple[int, Arrays] | None = None
        # The weights of each evaluation, of all runs; empty unless they are recorded.
        self._recorded: list[Arrays] = []
        self._records = options.record_weights
        checkpoint = store.load_checkpoint(plan.key)
        if checkpoint is not None:
            self._restore(checkpoint.arrays)

    def train(self) -> Generator[int, None, None]:
        """Train to the end and store the runs before the last step is yielded."""
        try:
            yield from self._evaluations()
            self._finish()
        except BaseException:  # Ctrl-C and a closed generator too
            self._rescue()
            raise
        # Outside the `try`: the runs are stored, and an interruption has nothing left to save.
        yield self.plan.iterations

    def test_errors(self) -> list[float]:
        """Return the test error of each run at the last evaluation."""
        return self._trainer.errors[-1, 1].tolist()

    def steps_taken(self) -> int:
        """Count the steps of all runs so far."""
        return int(self._trainer.steps_taken.sum())

    def stopped(self) -> int:
        """Count the runs that have stopped early."""
        return int(self._trainer.stopped.sum())

    def steps_saved(self) -> int:
        """Count the steps that runs will not take because they stopped early."""
        left = self.plan.iterations - self._trainer.steps_taken
        return int(left[self._trainer.stopped].sum())

    def _restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._trainer.restore(arrays)
        self._seconds = float(arrays["seconds"])
        if not self._records:
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

    def _evaluations(self) -> Iterator[int]:
        started = saved = time.monotonic()
        for step in self._trainer:
            self._seconds += time.monotonic() - started
            if self._records:
                self._recorded.append(self._weights())
            # A copy: an interruption finds the trainer's own tensors somewhere in a step.
            self._unsaved = step, {**self._trainer.snapshot(), "seconds": np.array(self._seconds)}
            # The last step is reported by `train`, once the runs are stored.
            if step < self.plan.iterations:
                if time.monotonic() - saved >= self._interval:
                    self._save()
                    saved = time.monotonic()
                yield step
            # What the caller does with an evaluation is no time of training.
            started = time.monotonic()

    def _save(self) -> None:
        if self._unsaved is not None:
            step, arrays = self._unsaved
            # An interruption may have come between an evaluation's weights and its snapshot.
            recorded = _stacked(self._recorded[: len(arrays["rows"])])
            arrays |= {f"{_RECORDED}{name}": each for name, each in recorded.items()}
            self._store.save_checkpoint(self.plan.key, self._members, step=step, arrays=arrays)
            self._unsaved = None

    def _rescue(self) -> None:
        """Save the last evaluation, unless the store fails or has the runs already."""
        with suppress(StoreError):
            if not self._store.keys().issuperset(self._members):
                self._save()

    def _finish(self) -> None:
        # A run that stopped early took its part of the steps.
        taken = np.maximum(self._trainer.steps_taken, 1)
        seconds = (self._seconds * taken / taken.sum()).tolist()
        weights = _stacked(self._recorded)
        records = [
            _record(run, outcome, seconds[k], {name: each[:, k] for name, each in weights.items()})
            for k, (run, outcome) in enumerate(
                zip(self.plan.runs, self._trainer.outcomes(), strict=True)
            )
        ]
        self._store.finish(self.plan.key, records)
        self.finished = records


def _stacked(recorded: list[Arrays]) -> Arrays:
    """Stack the weights of each evaluation `(runs, …)` along a new first dimension."""
    names = recorded[0] if recorded else ()
    return {name: np.stack([each[name] for each in recorded]) for name in names}


def _record(run: Run, outcome: Outcome, seconds: float, weights: Arrays) -> StoredRun:
    return StoredRun(
        key=run.key,
        description=run.description(),
        seed=run.seed,
        trace=Trace(
            step=outcome.step,
            validation=outcome.validation,
            test=outcome.test,
            sparsity=outcome.sparsity,
        ),
        parameters=outcome.parameters,
        seconds=seconds,
        diverged=outcome.diverged,
        trajectory={name: each[: len(outcome.step)] for name, each in weights.items()},
    )
