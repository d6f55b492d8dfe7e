"""The rows that cohorts are trained on, with the power taken off that all of a formula is under."""

from dataclasses import dataclass
from fractions import Fraction
from typing import final

import numpy as np

from nalm.discovery.numerics._root_mean_square import root_mean_square
from nalm.discovery.problem._rows import drawn
from nalm.discovery.stages._stage import SearchState
from nalm.discovery.stages.cohorts._bar import bar
from nalm.discovery.stages.cohorts._cohorts import TrainedStructure
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

    def formula(self, trained: TrainedStructure, start: int) -> Sum:
        """Write one start of a cohort that was trained on these rows."""
        return self.sought.restored(write(trained, start, rows=self.rounded))


def training_rows(state: SearchState, *, power: Fraction) -> TrainingRows | None:
    """Prepare the rows of a search; `None` where too few are without a zero, or of one sign.

    1/s is linear beside the best formula if that fits to the noise, and if not beside the target.

    Args:
        state: Where the search stands.
        power: s.
    """
    problem, best = state.rows, state.pool.best()
    basis, offset = state.groups.basis
    with np.errstate(all="ignore"):
        values = evaluate(best.fit.formula, problem.x)
        near = values if power != 1 and state.pool.is_consistent_with_noise() else problem.y
        sought = without_power(problem, near, power=power)
        if sought is None:
            return None
        # Noise in proportion is in proportion to y = P^s, not to the P that is fitted.
        size = np.abs(sought.near) ** float(power)
        size = size / root_mean_square(size)
        # P = y^(1/s) has the target's unit to the power 1/s.
        rounded = prepare_rows(sought.problem, basis, offset / float(power), size=size)
        if rounded is None:
            return None
        reached = sought.values(values)[(sought.problem.x != 0).all(axis=1)]
        return TrainingRows(
            searched=rounded.take(drawn(len(rounded.size), SEARCHED, seed=state.seed)),
            rounded=rounded,
            sought=sought,
            bar=bar(best, reached, rows=rounded),
        )
