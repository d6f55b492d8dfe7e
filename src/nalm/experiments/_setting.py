"""A setting: network × task × ranges × recipe. One row of a paper's table."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from torch import nn

from nalm.experiments._metrics import Metrics, measure
from nalm.experiments._parameter import Parameter
from nalm.results import Trace
from nalm.tasks import Distribution, Task
from nalm.training import Recipe, Run


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What is trained with every seed, and when it counts as solved.

    Args:
        unit: The model's name as the paper's legend writes it, variant included.
        network: Builds the network; see `nalm.training.Run`.
        task: The function to learn.
        interpolation: Distribution of the training and validation inputs.
        extrapolation: Distribution of the test inputs.
        recipe: How it trains.
        threshold: Test error below which a run is solved; NaN where the paper knows no success.
        inclusive: Whether an error equal to the threshold counts as solved.
        parameter: What a sweep varies; None outside of sweeps.

    Raises:
        InvalidTypeError: If a part is of another class; the message shows the right call.
    """

    unit: str
    network: Callable[[], nn.Module]
    task: Task
    interpolation: Distribution
    extrapolation: Distribution
    recipe: Recipe
    threshold: float = math.nan
    inclusive: bool = False
    parameter: Parameter | None = None

    def __post_init__(self) -> None:
        """Check what can be wrong before any training starts."""
        _ = self._first

    @cached_property
    def _first(self) -> Run:
        return Run(
            network=self.network,
            task=self.task,
            interpolation=self.interpolation,
            extrapolation=self.extrapolation,
            recipe=self.recipe,
            seed=0,
        )

    def run(self, seed: int) -> Run:
        """Return the run of one seed."""
        # Describing a run takes far longer than hashing it, and seeds share the description.
        return self._first.with_seed(seed)

    def runs(self, seeds: Iterable[int]) -> list[Run]:
        """Return the runs of several seeds, which look at the code of the user only once."""
        return self._first.with_seeds(seeds)

    def solves(self, error: float) -> bool:
        """Say whether a test error counts as solved."""
        return error <= self.threshold if self.inclusive else error < self.threshold

    def measure(self, trace: Trace) -> Metrics:
        """Compute the metrics of one of this setting's runs."""
        return measure(trace, self.threshold, inclusive=self.inclusive)

    def labels(self) -> dict[str, str]:
        """Return what tells this setting from the others of its experiment."""
        return {
            "unit": self.unit,
            "task": self.task.name,
            "interpolation": str(self.interpolation),
            "extrapolation": str(self.extrapolation),
            "parameter": "" if self.parameter is None else str(self.parameter),
        }
