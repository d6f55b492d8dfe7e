"""Test inputs far beyond the training inputs, and the errors on them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import cast

import torch

from nalm.experiments._measurement import Measured, Measurement
from nalm.experiments._scale import Scale
from nalm.experiments._trained import Trained
from nalm.tasks import Comparison, ComparisonTask, PiecewiseTask, Points

BALANCED = (Comparison.EQUAL, Comparison.UNEQUAL)
"""Comparisons for which half of the pairs are of equal numbers."""

NEIGHBOURS = range(-5, 6)
"""Differences of the two numbers that are compared."""

Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, kw_only=True)
class Magnitude:
    """Test inputs of one magnitude.

    Args:
        name: It, such as ``10^3``.
        rows: The inputs.
    """

    name: str
    rows: Rows


@dataclass(frozen=True, kw_only=True)
class ErrorByMagnitude(Measurement):
    """Measure the mean absolute error at each magnitude.

    Args:
        tests: Returns the test inputs of a comparison.
    """

    tests: Callable[[Comparison], tuple[Magnitude, ...]]

    def __call__(self, run: Trained) -> Sequence[Measured]:
        """Measure a run."""
        network, task = run.network(), cast(ComparisonTask | PiecewiseTask, run.setting.task)
        found: list[Measured] = []
        for each in self.tests(task.comparison):
            x = torch.tensor(each.rows, dtype=run.setting.recipe.dtype)
            error = (network(x) - task.target(x, {})).abs().mean().item()
            what = f"{task.name} at {each.name}"
            found.append(Measured("mean_absolute_error", error, task=what, scale=Scale.POSITIVE))
        return found


def all_points(magnitudes: Sequence[Magnitude]) -> Points:
    """Return the inputs of several magnitudes, one after the other."""
    return Points(values=tuple(row for each in magnitudes for row in each.rows))


def pairs(
    comparison: Comparison, *, base: int, powers: range, scale: float = 1.0
) -> tuple[Magnitude, ...]:
    """Return pairs of neighbours at powers of a base, each from a number drawn there.

    Args:
        comparison: What they are for; every other pair is the last one in reverse order, or of
            equal numbers if the comparison is one of `BALANCED`.
        base: The base.
        powers: The powers.
        scale: Distance of neighbours.
    """
    random, balanced = Random(0), comparison in BALANCED
    return tuple(
        Magnitude(name=f"{base}^{power}", rows=_neighbours(start, scale=scale, balanced=balanced))
        for power in powers
        for start in [float(random.randrange(base**power, base ** (power + 1)))]
    )


def _neighbours(start: float, *, scale: float, balanced: bool) -> Rows:
    rows: list[tuple[float, ...]] = []
    for difference in NEIGHBOURS:
        other = start + difference * scale
        if balanced and difference:
            rows += [(start, other), (other, other)]
        elif not balanced:
            rows += [(start, other), (other, start)]
    return tuple(rows)


def with_others(
    magnitudes: Sequence[Magnitude], *, count: int, bound: int
) -> tuple[Magnitude, ...]:
    """Return the same inputs followed by further ones, whole numbers from -bound to bound."""
    random = Random(1)
    return tuple(
        Magnitude(
            name=each.name,
            rows=tuple(
                (*row, *(float(random.randint(-bound, bound)) for _ in range(count)))
                for row in each.rows
            ),
        )
        for each in magnitudes
    )
