"""Restarts of a cohort: what its policy looks at, and the runs that begin anew."""

from collections.abc import Mapping, Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray
from nalm.training._cohort import Cohort, to_numpy
from nalm.training._recipe._history import History, LossHistory, ValidationHistory
from nalm.training._recipe._restart import Restart
from nalm.training._run import Run
from nalm.training._running._slots import Slots
from nalm.training._stacking import replace_

Arrays = dict[str, NDArray[np.generic]]


@final
class Restarting:
    """Starts runs again as the policy of their recipe says.

    Args:
        runs: Of one signature.
        cohort: Their tensors.
        slots: Where in them each run is.
    """

    def __init__(self, runs: Sequence[Run], cohort: Cohort, *, slots: Slots) -> None:
        self._runs, self._cohort, self._slots = runs, cohort, slots
        self._recipe = runs[0].recipe
        self._sums = np.empty((self._blocks(self._recipe.iterations), 2, len(runs)))
        self._since = np.zeros(len(runs), dtype=np.int64)
        self.count = np.zeros(len(runs), dtype=np.int64)
        """How often each run began anew `(runs,)`."""

    def segment(self, step: int, target: int) -> int:
        """Return the step up to which nobody has to look: the next of the policy, or the target."""
        policy = self._recipe.restart
        return min(target, (step // policy.every + 1) * policy.every) if policy else target

    def before(self, step: int, errors: FloatArray) -> None:
        """Look at the history before a step, and start runs again.

        Args:
            step: The step about to be taken.
            errors: Validation errors so far `(evaluations, runs)`.
        """
        policy = self._recipe.restart
        if policy is None or step % policy.every:
            return
        mask = policy.due(step, self._since, self._history(policy, step, errors))
        due = np.flatnonzero(mask & (self._slots.stopped < 0))
        for index, slot in zip(due.tolist(), self._slots.of(due).tolist(), strict=True):
            self.count[index] += 1
            self._since[index] = step + 1
            # From the run and its restarts alone, so that it does not depend on what trains beside
            # it.
            seed = (self._runs[index].seed, int(self.count[index]))
            drawn = int(np.random.SeedSequence(seed).generate_state(1)[0])
            network = policy.redraw(self._runs[index].network, drawn)
            stacks = {**self._cohort.parameters, **self._cohort.written}
            replace_(stacks, slot, network)

    def after(self, step: int) -> None:
        """Put the sums of a block of losses aside after its last step, and begin with the next."""
        policy = self._recipe.restart
        if policy is None or step % policy.every:
            return
        running = self._slots.running
        for sums in self._cohort.history.values():
            found = to_numpy(sums)[self._slots.of(running)]
            self._sums[self._blocks(step) - 1][:, running] = found.T
            sums.zero_()

    def snapshot(self, step: int) -> Arrays:
        """Return everything needed to go on later."""
        return {
            "losses": self._sums[: self._blocks(step)].copy(),
            "since": self._since.copy(),
            "restarts": self.count.copy(),
        }

    def restore(self, arrays: Mapping[str, NDArray[np.generic]], step: int) -> None:
        """Go back to a snapshot."""
        self._since = np.array(arrays["since"], dtype=np.int64)
        self.count = np.array(arrays["restarts"], dtype=np.int64)
        if self._cohort.history:
            self._sums[: self._blocks(step)] = arrays["losses"]

    def _blocks(self, step: int) -> int:
        policy = self._recipe.restart
        return step // policy.every if policy and policy.watches_losses else 0

    def _history(self, policy: Restart, step: int, errors: FloatArray) -> History:
        if policy.watches_losses:
            return LossHistory(interval=policy.every, sums=self._sums[: self._blocks(step)])
        return ValidationHistory(interval=self._recipe.evaluate_every, errors=errors)
