"""What a user says about the constants of a form: where they begin, and between which bounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.forms._minimum import Bounds
from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.symbolic import Form


@final
@dataclass(frozen=True, kw_only=True)
class Asked:
    """Hold what a user says about the constants.

    Attributes:
        start: Values to begin with, of all constants or of some.
        bounds: Least and largest value of some; None for none on that side.
        seed: Of the random starts.
    """

    start: Mapping[str, float]
    bounds: Mapping[str, tuple[float | None, float | None]]
    seed: int = 0


def read_start(form: Form, asked: Asked) -> FloatArray:
    """Return where the constants begin `(constants,)`; NaN of those that were not named.

    Args:
        form: With its constants.
        asked: Start and bounds.

    Raises:
        InvalidTypeError: If something is no number, or start or bounds are no mapping.
        InvalidValueError: If a name is no constant's, or a number cannot be.
    """
    _check_names(form, asked.start, "start")
    start = np.array(
        [
            _number(asked.start.get(name), f"start: expected a number for {name}", missing=np.nan)
            for name in form.constants
        ]
    )
    bounds = read_bounds(form, asked.bounds)
    for name, value, low, high in zip(form.constants, start, bounds.low, bounds.high, strict=True):
        if name in asked.start and not (np.isfinite(value) and low <= value <= high):
            raise InvalidValueError(
                f"start: expected a finite number from {low:g} to {high:g} for {name}, found "
                f"{value:g}. Choose one inside the bounds."
            )
    return start


def read_bounds(form: Form, given: Mapping[str, tuple[float | None, float | None]]) -> Bounds:
    """Return the least and the largest value of each constant.

    Args:
        form: With its constants.
        given: Of some of them; None for none on that side.

    Raises:
        InvalidTypeError: If bounds are no mapping of names to pairs of numbers.
        InvalidValueError: If a name is no constant's, or two bounds are no range.
    """
    _check_names(form, given, "bounds")
    pairs = [_pair(given.get(name, (None, None)), name) for name in form.constants]
    low, high = np.array([pair[0] for pair in pairs]), np.array([pair[1] for pair in pairs])
    for name, least, largest in zip(form.constants, low, high, strict=True):
        if not least < largest:
            raise InvalidValueError(
                f"bounds: expected a least value below the largest one for {name}, found "
                f"{least:g} and {largest:g}. To hold a constant, write its number in the form."
            )
    return Bounds(low=low, high=high)


def _pair(given: Any, name: str) -> tuple[float, float]:  # noqa: ANN401
    expected = f"bounds: expected a pair of numbers, or None, for {name}"
    pair = cast("list[Any]", [*given] if isinstance(given, list | tuple | np.ndarray) else [])
    if len(pair) != 2:
        raise InvalidTypeError(f"{expected}; found {given!r}. Write a pair such as (0, 1).")
    low, high = pair
    return _number(low, expected, missing=-np.inf), _number(high, expected, missing=np.inf)


def _number(given: Any, expected: str, *, missing: float) -> float:  # noqa: ANN401
    """Read a number that may be missing."""
    if given is None:
        return missing
    # True is no number here, though it is an `int`.
    if isinstance(given, int | float | np.number) and not isinstance(given, bool):
        return float(cast("float", given))
    raise InvalidTypeError(f"{expected}; found {given!r}. Write a number such as 0.5.")


def _check_names(form: Form, given: object, option: str) -> None:
    known = ", ".join(form.constants) or "none"
    if not isinstance(given, Mapping):
        raise InvalidTypeError(
            f"{option}: expected a mapping from names of constants of the form, {known}; found "
            f"{type(given).__name__}. Write it in curly brackets, by name."
        )
    wrong = [name for name in cast("Mapping[object, object]", given) if name not in form.constants]
    if wrong:
        raise InvalidValueError(
            f"{option}: expected names of constants of the form, {known}; found {wrong[0]!r}. "
            "Write the names as they stand in the form."
        )
