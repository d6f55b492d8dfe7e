"""The slots of a cohort: which runs still train, and where the others ended."""

from collections.abc import Mapping, Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray
from nalm.training._cohort import Cohort, per_run, to_numpy
from nalm.training._recipe._early_stopping import EarlyStopping
from nalm.training._run import Run
from nalm.training._spec import with_numbers

Arrays = dict[str, NDArray[np.generic]]

BLOCK_RUNS = 32
"""Runs that are stepped and evaluated at once, at most, where runs may stop early: few enough that
whole blocks become free, enough to hide the cost of a call."""


def padded(runs: Sequence[Run]) -> tuple[list[Run], int]:
    """Add copies of the first run until blocks of one size hold all runs.

    Blocks of one size are stepped by one program, so that no run depends on which block it is in.

    Args:
        runs: Of one signature.

    Returns:
        The runs with the copies, and the size of a block; without early stopping, the runs
        themselves in one block.

    Example:
        >>> padded([])
        ([], 0)
    """
    if not runs or runs[0].recipe.early_stopping is None:
        return list(runs), len(runs)
    blocks = -(-len(runs) // BLOCK_RUNS)
    size = -(-len(runs) // blocks)
    return [*runs, *[runs[0]] * (blocks * size - len(runs))], size


@final
class Slots:
    """The tensors of a cohort by run, where runs may stop early.

    A run that stops is copied out of the cohort. Its slot trains on unheeded, until runs that still
    train move up and whole blocks at the end are free.

    Args:
        cohort: Its tensors have one slot per run, and perhaps copies of the first run after them.
        runs: The runs without the copies.
        size: Slots of a block.
    """

    def __init__(self, cohort: Cohort, runs: Sequence[Run], *, size: int) -> None:
        self._cohort = cohort
        self._runs = len(runs)
        self._rule = _rule(runs)
        self._size = size
        self._run_in = np.arange(len(cohort.seed))  # which run is in each slot
        self.stopped = np.full(len(runs), -1)
        """Evaluation at which each run stopped; -1 for those that train."""
        self._ended: Arrays = {}  # parameters of runs that stopped `(runs, …)`

    @property
    def running(self) -> NDArray[np.int64]:
        """The runs that still train, in the order of their slots."""
        here = self._run_in[self._run_in < self._runs]
        return here[self.stopped[here] < 0]

    @property
    def end(self) -> int:
        """Slots of the blocks that hold the runs that still train: the first ones."""
        return -(-len(self.running) // self._size) * self._size

    def of(self, runs: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the slots of some runs."""
        return np.argsort(self._run_in)[runs]

    def learnt(self) -> Arrays:
        """Return the parameters and changed buffers of all runs, in their order `(runs, …)`."""
        stacks = {**self._cohort.parameters, **self._cohort.written}
        now = {name: to_numpy(stack) for name, stack in stacks.items()}
        if not self._ended:
            return {name: stack[: self._runs] for name, stack in now.items()}
        running, learnt = self.running, {name: each.copy() for name, each in self._ended.items()}
        for name, stack in now.items():
            learnt[name][running] = stack[self.of(running)]
        return learnt

    def parameters(self, run: int) -> Arrays:
        """Return those of one run."""
        if self.stopped[run] >= 0:
            return {name: stack[run].copy() for name, stack in self._ended.items()}
        stacks = {**self._cohort.parameters, **self._cohort.written}
        slot = int(self.of(np.array([run]))[0])
        return {name: to_numpy(stack[slot]) for name, stack in stacks.items()}

    def stop(self, steps: NDArray[np.int64], errors: FloatArray) -> list[int]:
        """Stop the runs that are due where they are, as their recipe says.

        Args:
            steps: Of the evaluations so far `(evaluations,)`; the last was just now.
            errors: Validation errors `(evaluations, runs)`.

        Returns:
            The new order of the slots, for what else is kept by slot; empty if no run moved up.
        """
        if self._rule is None:
            return []
        new = self._rule.due(steps, errors) & (self.stopped < 0)
        if not new.any():
            return []
        before = self.end
        self._ended = self.learnt()
        self.stopped[new] = len(steps) - 1
        if self.end == before:
            return []
        running = self.of(self.running)
        rest = np.setdiff1d(np.arange(len(self._run_in)), running)
        return self._arrange(np.concatenate([running, rest]))

    def snapshot(self) -> Arrays:
        """Return what `restore` needs; nothing before a run has stopped."""
        if not self._ended:
            return {}
        ended = {f"ended {name}": each for name, each in self._ended.items()}
        return {"slots": self._run_in.copy(), "stopped": self.stopped.copy(), **ended}

    def restore(self, arrays: Mapping[str, NDArray[np.generic]]) -> list[int]:
        """Go back to a snapshot, and return the order of the slots; empty if it is the first.

        The tensors that training changes are not restored here, but have to be after this.
        """
        if "slots" not in arrays:
            return []
        self.stopped = np.array(arrays["stopped"], dtype=np.int64)
        names = (*self._cohort.parameters, *self._cohort.written)
        self._ended = {name: np.array(arrays[f"ended {name}"]) for name in names}
        return self._arrange(self.of(np.array(arrays["slots"], dtype=np.int64)))

    def _arrange(self, order: NDArray[np.int64]) -> list[int]:
        for tensor in per_run(self._cohort):
            # In place: blocks and compiled programs hold views of these tensors.
            tensor.copy_(tensor[order.tolist()])
        self._run_in = self._run_in[order]
        return order.tolist()


def _rule(runs: Sequence[Run]) -> EarlyStopping | None:
    """Return the rule of all runs, its threshold one number per run."""
    rules = [rule for run in runs if (rule := run.recipe.early_stopping) is not None]
    return with_numbers(rules[0], [np.array([each.threshold for each in rules])]) if rules else None
