"""Restart policies: when a stuck run draws its parameters anew, and from where."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from nalm.training._recipe._history import History
from nalm.training._spec import STRUCTURAL
from nalm.training._stacking import initialise


class Restart(ABC):
    """A rule that names the runs to start again.

    Attributes:
        watches_losses: Whether it checks the losses of the batches, a `LossHistory` in blocks
            of `every` steps; otherwise at a `ValidationHistory`.
    """

    watches_losses: ClassVar[bool] = False

    every: int
    """Steps between two checks of the history."""

    @abstractmethod
    def due(self, step: int, since: NDArray[np.int64], history: History) -> NDArray[np.bool_]:
        """Return a mask of the runs that restart.

        Args:
            step: The step about to be taken.
            since: For each run, the step after the one at which it last started, 0 for the first.
            history: Errors up to now.
        """

    @abstractmethod
    def redraw(self, network: Callable[[], nn.Module], seed: int) -> nn.Module:
        """Return a network with the parameters that a run goes on with.

        What the optimiser stores is kept.

        Args:
            network: Builds the run's network.
            seed: Decides the parameters; another one at every restart.
        """


@dataclass(frozen=True, kw_only=True)
class PlateauRestart(Restart):
    """Restart a run whose error has stopped falling while it is still large.

    Every ``every`` steps, for a run with more than ``patience`` steps since its last start: split
    the validation errors since then into halves; restart if
    ``mean(first) ≤ mean(second) + std(second)`` and ``mean(second) > threshold``. The parameters
    are drawn as they were at first.

    Args:
        every: Steps between two checks.
        patience: Steps without any restart after a start.
        threshold: Error above which a plateau counts as stuck.

    References:
        Schlör, Ring and Hotho, iNALU: Improved Neural Arithmetic Logic Unit (2020), section 3.3.5.
    """

    every: int = 10
    patience: int = 5000
    threshold: float = field(default=1.0, metadata=STRUCTURAL)

    def due(self, step: int, since: NDArray[np.int64], history: History) -> NDArray[np.bool_]:
        """Return the mask of stuck runs."""
        end = np.full_like(since, step + 1)
        middle = since + (end - since) // 2
        # Most checks end here, without a sum over the history of all runs.
        if step == 0 or not np.any(end - since > self.patience):
            return np.zeros(since.shape, dtype=bool)
        stuck = _stuck(history, (since, middle, end), self.threshold)
        return stuck & (end - since > self.patience)

    def redraw(self, network: Callable[[], nn.Module], seed: int) -> nn.Module:
        """Return a network with the initial parameters of a new run."""
        return initialise(network, seed)


@dataclass(frozen=True, kw_only=True)
class LossPlateauRestart(Restart):
    """Restart a run whose training loss has stopped falling, as the iNALU's published code does.

    The rule of `PlateauRestart`, on the losses of all batches since the last start, during every
    tenth epoch but the first; and all parameters are drawn from U(−2, 2). The code looks after
    every batch, here after every block of batches, whose losses are kept as two sums; so the
    halves are halves of whole blocks, and a restart comes up to one block later.

    Args:
        every: Steps of a block.
        patience: Steps without any restart after a start.
        threshold: Loss above which a plateau counts as stuck.
        epoch: Steps of an epoch.
        epochs: Epochs from one that may restart runs to the next; the first, epoch 0, may not.
        low: Lower bound of the new parameters.
        high: Upper bound of the new parameters.

    Example:
        >>> from nalm.training import LossPlateauRestart
        >>> [step for step in range(0, 30_000, 100) if LossPlateauRestart().may(step)][:3]
        [10100, 10200, 10300]

    References:
        Schlör, Ring and Hotho, iNALU: Improved Neural Arithmetic Logic Unit (2020), its code.
    """

    watches_losses: ClassVar[bool] = True

    every: int = 100
    patience: int = 10_000
    threshold: float = field(default=1.0, metadata=STRUCTURAL)
    epoch: int = 1000
    epochs: int = 10
    low: float = field(default=-2.0, metadata=STRUCTURAL)
    high: float = field(default=2.0, metadata=STRUCTURAL)

    def may(self, step: int) -> bool:
        """Say whether runs may restart before a step: by the epoch of the step before it."""
        epoch = (step - 1) // self.epoch
        return epoch > 0 and epoch % self.epochs == 0

    def due(self, step: int, since: NDArray[np.int64], history: History) -> NDArray[np.bool_]:
        """Return the mask of stuck runs."""
        start = np.maximum(since - 1, 0)  # the first step whose loss counts
        if not self.may(step) or not np.any(step - start > self.patience):
            return np.zeros(since.shape, dtype=bool)
        # Losses are kept as sums over blocks, so the middle has to be the end of a block.
        blocks = (step - start) // self.every
        middle, end = start + blocks // 2 * self.every, np.full_like(start, step)
        stuck = _stuck(history, (start, middle, end), self.threshold)
        return stuck & (step - start > self.patience)

    def redraw(self, network: Callable[[], nn.Module], seed: int) -> nn.Module:
        """Return a network with uniform parameters."""
        # Only for the names and shapes of its parameters: every value is overwritten.
        module = initialise(network, seed)
        generator = torch.Generator().manual_seed(seed)
        with torch.no_grad():
            for parameter in module.parameters():
                parameter.uniform_(self.low, self.high, generator=generator)
        return module


def _stuck(
    history: History, steps: tuple[NDArray[np.int64], ...], threshold: float
) -> NDArray[np.bool_]:
    """Compare the halves of the errors between the first, the middle and the last step."""
    start, middle, end = steps
    with np.errstate(all="ignore"):
        first, _ = history.moments(start, middle)
        second, spread = history.moments(middle, end)
        # An error that is not a number compares as false: a diverged run is not restarted.
        # A fall within the scatter of the second half is no fall.
        return (first <= second + spread) & (second > threshold)
