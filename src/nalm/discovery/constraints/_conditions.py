"""Values, slopes and limits that a formula has to have, and by how much it misses them."""

from collections.abc import Sequence
from typing import NamedTuple, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.constraints._kinds import Slope, Value
from nalm.discovery.constraints._limits import limit, limit_of_slope
from nalm.discovery.constraints._places import Places
from nalm.discovery.constraints._projection import slopes_of
from nalm.symbolic import FormulaOnRows, Sum, evaluate, gradient, with_parameters

STEP = 1e-5
"""Between points of which the difference is a slope, in units of an input's range."""


class Condition(NamedTuple):
    """A value or a slope at a point.

    Attributes:
        constraint: As it was given.
        x: The point `(inputs,)`, of which one may be infinite.
        unit: Of the target, or of its slope.
        place: Of the input by which is differentiated; None of a value.
    """

    constraint: Value | Slope
    x: FloatArray
    unit: float
    place: int | None

    @classmethod
    def read(cls, constraint: Value | Slope, places: Places, *, size: float) -> "Condition":
        """Read a constraint, of a target of some size."""
        x, place = places.point(constraint), None
        if isinstance(constraint, Slope):
            place = places.place_of(constraint, constraint.input)
            size = size / places.span[place]
        return cls(constraint, x, max(size, abs(constraint.equals)), place)

    @property
    def is_finite(self) -> bool:
        """Whether its point is."""
        return bool(np.isfinite(self.x).all())

    @np.errstate(all="ignore")
    def missed_by(self, formula: Sum) -> float:
        """Compute by how much a formula misses it, in its unit; NaN where that has no value."""
        return (self._of(formula) - self.constraint.equals) / self.unit

    def _of(self, formula: Sum) -> float:
        if self.is_finite and self.place is None:
            return float(evaluate(formula, self.x[None])[0])
        if self.is_finite:
            return float(gradient(formula, self.x[None])[0, self.place])
        infinite = int(np.isinf(self.x).argmax())
        found = limit if self.place is None else limit_of_slope
        return found(formula, self.x, place=infinite)


@final
class Misses:
    """How the numbers of a formula miss conditions.

    Values, most of all conditions, are computed as those of rows of data. Slopes by the numbers, of
    values and of differences beside a point, are analytic; others are differences.

    Args:
        conditions: Several.
        formula: Any formula.
        span: Size of the range of each input `(inputs,)`.
    """

    def __init__(self, conditions: Sequence[Condition], formula: Sum, *, span: FloatArray) -> None:
        self._conditions, self._formula = conditions, formula
        self._finite = [k for k, each in enumerate(conditions) if each.is_finite]
        sides = [_sides(conditions[k], span) for k in self._finite]
        points = [side for pair in sides for side in pair]
        self._on_rows = FormulaOnRows(formula, np.array(points)) if points else None
        self._apart = np.array([_apart(conditions[k], span) for k in self._finite])

    @np.errstate(all="ignore")
    def at(self, numbers: FloatArray) -> FloatArray:
        """Compute by how much numbers miss each condition `(conditions,)`."""
        formula = with_parameters(self._formula, numbers)
        return np.array([each.missed_by(formula) for each in self._conditions])

    @np.errstate(all="ignore")
    def slopes(self, numbers: FloatArray) -> FloatArray:
        """Differentiate by the numbers `(conditions, numbers)`."""
        found = np.full((len(self._conditions), len(numbers)), np.nan)
        if self._on_rows is not None:
            slopes = self._on_rows.jacobian(numbers)
            low, high = slopes[0::2], slopes[1::2]
            is_value = np.isinf(self._apart)[:, None]
            found[self._finite] = np.where(is_value, high, (high - low) / self._apart[:, None])
            found[self._finite] /= self._units[self._finite, None]
        others = [k for k in range(len(found)) if not np.isfinite(found[k]).all()]
        if others:  # limits, and slopes at an end beyond which there is no value
            found[others] = slopes_of(self.at, numbers)[others]
        return found

    @property
    def _units(self) -> FloatArray:
        return np.array([each.unit for each in self._conditions])


def _apart(condition: Condition, span: FloatArray) -> float:
    """Return how far the two sides of a point are apart; infinite of a value, which needs none."""
    return np.inf if condition.place is None else float(2 * STEP * span[condition.place])


def _sides(condition: Condition, span: FloatArray) -> tuple[FloatArray, FloatArray]:
    low, high = condition.x.copy(), condition.x.copy()
    if condition.place is not None:
        low[condition.place] -= STEP * span[condition.place]
        high[condition.place] += STEP * span[condition.place]
    return low, high
