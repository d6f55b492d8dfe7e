"""The kinds of constraints, each a frozen spec that writes itself as text."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, final

import numpy as np

from nalm.errors import InvalidTypeError, InvalidValueError

Domain: TypeAlias = Mapping[str, tuple[float, float]]
"""Input -> least and largest value; inputs that are not named have the range of their data."""
Point: TypeAlias = Mapping[str, float] | float
"""Value of every input by its name; of a single input the value alone."""


@final
@dataclass(frozen=True, kw_only=True)
class Bounded:
    """Lower ≤ f ≤ upper.

    Attributes:
        lower: In the unit of the target.
        upper: In the unit of the target.
        within: Where it holds; by default within the ranges of the data.
        of: Name of the target; None for all.

    Example:
        >>> str(Bounded(lower=0.0))
        'y >= 0'
    """

    lower: float = -math.inf
    upper: float = math.inf
    within: Domain = field(default_factory=dict[str, tuple[float, float]], hash=False)
    of: str | None = None

    def __post_init__(self) -> None:
        _check_numbers(self, lower=self.lower, upper=self.upper)
        if not self.lower < self.upper or not (math.isfinite(self.lower) or self.upper < math.inf):
            raise InvalidValueError(
                "Bounded: expected `lower` < `upper`, one of them finite; found "
                f"{self.lower:g} and {self.upper:g}. Give lower=0.0 for what is positive."
            )
        _check_domain(self)

    def __str__(self) -> str:
        if math.isinf(self.lower):
            return f"{_target(self)} <= {_plain(self.upper)}{_where(self.within)}"
        if math.isinf(self.upper):
            return f"{_target(self)} >= {_plain(self.lower)}{_where(self.within)}"
        ends = f"{_plain(self.lower)} <= {_target(self)} <= {_plain(self.upper)}"
        return f"{ends}{_where(self.within)}"


@final
@dataclass(frozen=True, kw_only=True)
class Monotone:
    """∂f/∂x ≥ 0, or ≤ 0: where an input grows and the others are held, y never falls, or rises.

    Attributes:
        input: Name of the column.
        rising: False for ≤ 0.
        within: Where it holds; by default within the ranges of the data.
        of: Name of the target; None for all.

    Example:
        >>> str(Monotone(input="t", rising=False, within={"t": (0.0, 9.0)}))
        'decreasing in t for t in 0:9'
    """

    input: str
    rising: bool = True
    within: Domain = field(default_factory=dict[str, tuple[float, float]], hash=False)
    of: str | None = None

    def __post_init__(self) -> None:
        _check_domain(self)

    def __str__(self) -> str:
        word = "increasing" if self.rising else "decreasing"
        of = "" if self.of is None else f"{self.of} "
        return f"{of}{word} in {self.input}{_where(self.within)}"


@final
@dataclass(frozen=True, kw_only=True)
class Value:
    """f = equals at a point, of which one input may be infinite: then f has that limit.

    Attributes:
        at: Input -> its value, of all inputs; of a single one the value alone.
        equals: In the unit of the target.
        of: Name of the target; None for all.

    Example:
        >>> str(Value(at={"t": math.inf}, equals=20.0))
        'y(t=inf) = 20'
    """

    at: Point = field(hash=False)
    equals: float
    of: str | None = None

    def __post_init__(self) -> None:
        _check_point(self)

    def __str__(self) -> str:
        return f"{_target(self)}({_point(self.at)}) = {_plain(self.equals)}"


@final
@dataclass(frozen=True, kw_only=True)
class Slope:
    """∂f/∂x = equals at a point, in which x may be infinite.

    Attributes:
        input: x.
        at: Input -> its value, of all inputs; of a single one the value alone.
        equals: In the unit of the target by that of x.
        of: Name of the target; None for all.

    Example:
        >>> str(Slope(input="t", at=0.0, equals=0.0))
        'dy/dt(0) = 0'
    """

    input: str
    at: Point = field(hash=False)
    equals: float
    of: str | None = None

    def __post_init__(self) -> None:
        _check_point(self)
        infinite = [name for name, value in point_of(self).items() if math.isinf(value)]
        if infinite and infinite not in ([self.input], [""]):
            raise InvalidValueError(
                f"Slope: expected {self.input} alone at infinity, found {', '.join(infinite)}. "
                f"Give {', '.join(infinite)} a number."
            )

    def __str__(self) -> str:
        return f"d{_target(self)}/d{self.input}({_point(self.at)}) = {_plain(self.equals)}"


Constraint: TypeAlias = Bounded | Monotone | Value | Slope
KINDS = (Bounded, Monotone, Value, Slope)


def point_of(constraint: Value | Slope) -> dict[str, float]:
    """Return input -> value of a point; of a single input without its name "" -> value.

    Args:
        constraint: At a point.

    Example:
        >>> point_of(Value(at=0.0, equals=1.0))
        {'': 0.0}
    """
    at = constraint.at
    return {k: float(v) for k, v in at.items()} if isinstance(at, Mapping) else {"": float(at)}


def _check_numbers(constraint: object, **given: object) -> None:
    for name, value in given.items():
        if not isinstance(value, int | float | np.integer | np.floating):
            raise InvalidTypeError(
                f"{type(constraint).__name__}: expected a number for `{name}`, found {value!r}. "
                "Write it without quotes."
            )


def _check_domain(constraint: Bounded | Monotone) -> None:
    for name, (low, high) in constraint.within.items():
        for end in (low, high):
            _check_numbers(constraint, **{f"within[{name!r}]": end})
        if not low < high:
            raise InvalidValueError(
                f"{type(constraint).__name__}: expected `within` from a lower to a higher value, "
                f"found {low:g} and {high:g} for {name}. At a point, give a Value."
            )


def _check_point(constraint: Value | Slope) -> None:
    given = constraint.at if isinstance(constraint.at, Mapping) else {"": constraint.at}
    places = {f"at[{name!r}]": value for name, value in given.items()}
    _check_numbers(constraint, equals=constraint.equals, **places)
    kind, at = type(constraint).__name__, point_of(constraint)
    if not math.isfinite(constraint.equals):
        raise InvalidValueError(
            f"{kind}: expected a finite `equals`, found {constraint.equals:g}. Leave out a limit "
            "that is infinite."
        )
    unknown = [name for name, value in at.items() if math.isnan(value)]
    if not at or unknown or sum(map(math.isinf, at.values())) > 1:
        raise InvalidValueError(
            f"{kind}: expected `at` with a number for every input, one of them infinite at most; "
            f"found {constraint.at}. Write at={{'x': 0.0}}."
        )


def _target(constraint: Constraint) -> str:
    return constraint.of or "y"


def _plain(value: float) -> str:
    return repr(float(value)).removesuffix(".0")


def _point(at: Point) -> str:
    if not isinstance(at, Mapping):
        return _plain(at)
    return ", ".join(f"{name}={_plain(value)}" for name, value in at.items())


def _where(within: Domain) -> str:
    parts = [f"{name} in {_plain(low)}:{_plain(high)}" for name, (low, high) in within.items()]
    return " for " + ", ".join(parts) if parts else ""
