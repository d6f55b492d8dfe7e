"""The rows that cohorts are trained on, with the power taken off that all of a formula is under."""

from dataclasses import dataclass
from fractions import Fraction
from typing import final

import numpy as np

from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._groups import Groups
from nalm.discovery.problem._rows import ROUNDED, draw_rows, drawn
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages.cohorts._bar import bar
from nalm.discovery.stages.cohorts._cohorts import Trained
from nalm.discovery.stages.cohorts._outer_powers import WithoutPower, without_power
from nalm.discovery.stages.cohorts._scaled_rows import Rows, prepare_rows
from nalm.discovery.stages.cohorts._write import write
from nalm.symbolic import Sum, evaluate

SEARCHED = 300
"""Rows that starts learn from."""


@final
@dataclass(frozen=True, kw_only=True)
class TrainingRows:
    """Rows of a target without a power.

    Attributes:
        searched: That starts learn from.
        rounded: That exponents are rounded on.
        sought: What took the power off.
        bar: Length of a description from which a start is not worth rounding.
    """

    searched: Rows
    rounded: Rows
    sought: WithoutPower
    bar: float

    def formula(self, trained: Trained, start: int) -> Sum:
        """Write one start of a cohort that was trained on these rows."""
        return self.sought.restored(write(trained, start, rows=self.rounded))


def training_rows(pool: Pool, groups: Groups, *, power: Fraction, seed: int) -> TrainingRows | None:
    """Prepare rows of a pool; `None` where too few are without a zero, or of one sign.

    1/s is linear beside the best formula if that leaves but noise, and if not beside the target.

    Args:
        pool: What was found so far.
        groups: That the units of measurement leave.
        power: s.
        seed: Of the rows that are drawn.
    """
    problem, best = draw_rows(pool.inner, ROUNDED, seed=seed + 1), pool.best()
    basis, offset = groups.basis
    with np.errstate(all="ignore"):
        values = evaluate(best.fit.formula, problem.x)
        near = values if power != 1 and pool.is_down_to_noise else problem.y
        sought = without_power(problem, near, power=power)
        if sought is None:
            return None
        size = np.abs(sought.near) ** float(power)
        size = size / root_mean_square(size)
        rounded = prepare_rows(sought.problem, basis, offset / float(power), size=size)
        if rounded is None:
            return None
        reached = sought.values(values)[(sought.problem.x != 0).all(axis=1)]
        return TrainingRows(
            searched=rounded.take(drawn(len(rounded.size), SEARCHED, seed=seed)),
            rounded=rounded,
            sought=sought,
            bar=bar(best, reached, rows=rounded),
        )
