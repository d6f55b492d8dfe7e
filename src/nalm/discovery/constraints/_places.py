"""Constraints against the table that they are for: its inputs, their ranges, its targets."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.constraints._kinds import (
    Bounded,
    Constraint,
    Monotone,
    Slope,
    Value,
    point_of,
)
from nalm.discovery.result._names import full_symbols
from nalm.errors import InvalidValueError

EVERY = "y"
"""What all targets are called, unless one of several has the name."""
ALIASES = ("", "x", "t")
"""What a single column without a name may be called besides x0."""


@final
@dataclass(frozen=True, kw_only=True, eq=False)
class Places:
    """Hold the inputs of a search.

    Attributes:
        names: Of the inputs, as they stand in equations.
        columns: Their names in the table.
        low: Least values of the data `(inputs,)`.
        high: Largest values `(inputs,)`.
        needed: Names of those that a formula may have; None for all.
    """

    names: tuple[str, ...]
    columns: tuple[str, ...]
    low: FloatArray
    high: FloatArray
    needed: tuple[str, ...] | None = None

    @classmethod
    def of(cls, x: FloatArray, *, names: Sequence[str], columns: Sequence[str]) -> "Places":
        """Read the ranges of rows `(rows, inputs)`."""
        low, high = x.min(axis=0), x.max(axis=0)
        return cls(names=tuple(names), columns=tuple(columns), low=low, high=high)

    @property
    def span(self) -> FloatArray:
        """Size of the range of each input."""
        return np.where(self.high > self.low, self.high - self.low, 1.0)

    def place_of(self, constraint: Constraint, name: str) -> int:
        """Return the place of an input that a constraint names; empty for a single one.

        Raises:
            InvalidValueError: If there is no such input.
        """
        for known in (self.names, self.columns, full_symbols(self.columns)):
            if name in known:
                return known.index(name)
        if len(self.names) == 1 and (name == "" or (self.names[0] == "x0" and name in ALIASES)):
            return 0
        found = f"{name!r}" if name else "a number without a name"
        raise InvalidValueError(
            f"constraint {str(constraint)!r}: expected inputs among {', '.join(self.names)}, found "
            f"{found}. Write the name of a column that varies, as it stands in equations."
        )

    def point(self, constraint: Value | Slope) -> FloatArray:
        """Return the point of a constraint `(inputs,)`."""
        found = self.low.copy()
        for name, value in point_of(constraint).items():
            found[self.place_of(constraint, name)] = value
        return found

    def box(self, constraint: Bounded | Monotone) -> tuple[FloatArray, FloatArray]:
        """Return the ends of the range of a constraint, each `(inputs,)`."""
        low, high = self.low.copy(), self.high.copy()
        for name, ends in constraint.within.items():
            place = self.place_of(constraint, name)
            low[place], high[place] = ends
        return low, high

    def holds(self, constraint: Bounded | Monotone, point: FloatArray) -> bool:
        """Say whether a point lies in the range of a constraint."""
        low, high = self.box(constraint)
        return bool(((low <= point) & (point <= high)).all())

    def text(self, point: FloatArray) -> str:
        """Write a point."""
        return ", ".join(f"{n} = {v:.4g}" for n, v in zip(self.names, point, strict=True))

    def range_text(self, constraint: Bounded | Monotone) -> str:
        """Write the range of a constraint."""
        ends = zip(self.names, *self.box(constraint), strict=True)
        return ", ".join(f"{name} from {low:.4g} to {high:.4g}" for name, low, high in ends)


def checked(
    constraints: Sequence[Constraint], places: Places, *, target: str, targets: Sequence[str]
) -> tuple[Constraint, ...]:
    """Choose the constraints of one target, and check them against its inputs.

    Args:
        constraints: Of all targets.
        places: The inputs.
        target: Name of the one.
        targets: Names of all.

    Raises:
        InvalidValueError: If one names no target or no input, lacks an input, or contradicts
            another.
    """
    own = tuple(each for each in constraints if _is_of(each, target, targets))
    for each in own:
        _check_inputs(each, places)
    for first, second in combinations(own, 2):
        if _contradict(first, second, places) or _contradict(second, first, places):
            raise InvalidValueError(
                f"`constraints` must not contradict each other; found {str(first)!r} and "
                f"{str(second)!r}. Leave one of them out."
            )
    return own


def _is_of(constraint: Constraint, target: str, targets: Sequence[str]) -> bool:
    name = constraint.of
    if name is None or (name == EVERY and EVERY not in targets):
        return True
    if name not in targets:
        raise InvalidValueError(
            f"constraint {str(constraint)!r}: expected a target among {', '.join(targets)}, or "
            f"{EVERY} for all, found {name!r}. Write the target's name on the left."
        )
    return name == target


def _check_inputs(constraint: Constraint, places: Places) -> None:
    if isinstance(constraint, Slope | Monotone):
        places.place_of(constraint, constraint.input)
    if isinstance(constraint, Bounded | Monotone):
        for name in constraint.within:
            places.place_of(constraint, name)
        return
    given = [places.place_of(constraint, name) for name in point_of(constraint)]
    needed = places.names if places.needed is None else places.needed
    # A form may have other names for the inputs: x for a single x0.
    wanted = {places.place_of(constraint, name) for name in needed}
    missing = [places.names[k] for k in sorted(wanted - set(given))]
    if missing or len(given) > len(set(given)):
        names = ", ".join(f"{name}=…" for name in places.names)
        found = f"none of {', '.join(missing)}" if missing else "two of one"
        raise InvalidValueError(
            f"constraint {str(constraint)!r}: expected one value of every input, found {found}. "
            f"Write ({names})."
        )


def _contradict(first: Constraint, second: Constraint, places: Places) -> bool:
    if isinstance(first, Value) and isinstance(second, Bounded):
        return _is_outside(first, second, places)
    if isinstance(first, Value) and isinstance(second, Value):
        there = np.array_equal(places.point(first), places.point(second))
        return there and not math.isclose(first.equals, second.equals)
    if isinstance(first, Slope):
        return _slope_contradicts(first, second, places)
    if isinstance(first, Monotone) and isinstance(second, Monotone):
        alike = _same_input(first, second, places) and first.rising is not second.rising
        return alike and _overlap(first, second, places)
    if isinstance(first, Bounded) and isinstance(second, Bounded):
        disjoint = first.lower > second.upper or second.lower > first.upper
        return disjoint and _overlap(first, second, places)
    return False


def _is_outside(value: Value, bounds: Bounded, places: Places) -> bool:
    inside = bounds.lower <= value.equals <= bounds.upper
    return not inside and places.holds(bounds, places.point(value))


def _slope_contradicts(slope: Slope, other: Constraint, places: Places) -> bool:
    point = places.point(slope)
    if isinstance(other, Slope) and _same_input(slope, other, places):
        there = np.array_equal(point, places.point(other))
        return there and not math.isclose(slope.equals, other.equals)
    if isinstance(other, Monotone) and _same_input(slope, other, places):
        wrong = slope.equals < 0 if other.rising else slope.equals > 0
        return wrong and places.holds(other, point)
    return False


def _same_input(first: Slope | Monotone, second: Slope | Monotone, places: Places) -> bool:
    return places.place_of(first, first.input) == places.place_of(second, second.input)


def _overlap(first: Bounded | Monotone, second: Bounded | Monotone, places: Places) -> bool:
    (low, high), (other_low, other_high) = places.box(first), places.box(second)
    return bool((np.maximum(low, other_low) <= np.minimum(high, other_high)).all())
