"""What a user says about the constants of a form: where they begin, and between which bounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.forms._minimum import Bounds
from nalm.errors import InvalidValueError
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
        InvalidValueError: If a name is no constant's, or a number cannot be.
    """
    _check_names(form, asked.start, "start")
    start = np.array([float(asked.start.get(name, np.nan)) for name in form.constants])
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
        InvalidValueError: If a name is no constant's, or two bounds are no range.
    """
    _check_names(form, given, "bounds")
    pairs = [given.get(name, (None, None)) for name in form.constants]
    low = np.array([-np.inf if pair[0] is None else float(pair[0]) for pair in pairs])
    high = np.array([np.inf if pair[1] is None else float(pair[1]) for pair in pairs])
    for name, least, largest in zip(form.constants, low, high, strict=True):
        if not least < largest:
            raise InvalidValueError(
                f"bounds: expected a least value below the largest one for {name}, found "
                f"{least:g} and {largest:g}. To hold a constant, write its number in the form."
            )
    return Bounds(low=low, high=high)


def _check_names(form: Form, given: Mapping[str, object], option: str) -> None:
    wrong = [name for name in given if name not in form.constants]
    if wrong:
        known = ", ".join(form.constants) or "none"
        raise InvalidValueError(
            f"{option}: expected names of constants of the form, {known}; found {wrong[0]!r}."
        )
