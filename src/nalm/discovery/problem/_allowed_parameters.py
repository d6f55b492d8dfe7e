"""Constructor parameters of the estimators: which values can work."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

from nalm.discovery._noise_model import is_noise_name, noise_names
from nalm.errors import InvalidValueError, UnknownNameError
from nalm.symbolic import find_function, function_names


def check_parameters(estimator: BaseEstimator) -> None:
    """Check the constructor's parameters, those that the estimator has.

    Args:
        estimator: Whose `get_params` are checked.

    Raises:
        InvalidValueError: If one cannot work; the message names it.
    """
    for name, value in estimator.get_params(deep=False).items():
        expected, works = _PARAMETERS.get(name, ("", _anything))
        if not works(value):
            words = expected if isinstance(expected, str) else expected()
            raise InvalidValueError(f"`{name}` must be {words}; found {value!r}.")


def _anything(value: object) -> bool:
    return True


def _positive(value: Any) -> bool:  # noqa: ANN401
    # True is an int in Python, and not meant as the number 1.
    number = isinstance(value, int | float | np.number) and not isinstance(value, bool)
    return number and 0 < float(value) < float("inf")


def _count(value: Any) -> bool:  # noqa: ANN401
    return _whole(value) and int(value) >= 1


def _whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _functions() -> str:
    return f"a tuple of names among {', '.join(function_names())}, or () for none"


def _are_functions(value: Any) -> bool:  # noqa: ANN401
    if isinstance(value, str) or not isinstance(value, Sequence):
        return False
    names = [name for name in value if isinstance(name, str)]
    try:
        for name in names:
            find_function(name)  # which looks for extensions as well
    except UnknownNameError:
        return False
    return len(names) == len(value)


_PARAMETERS: dict[str, tuple[str | Callable[[], str], Callable[[object], bool]]] = {
    "max_time": (
        "a positive number of seconds, or None for no limit",
        lambda value: value is None or _positive(value),
    ),
    "starts": ("a whole number, 1 or more", _count),
    "max_terms": ("a whole number, 1 or more", _count),
    "max_exponent": ("a positive number", _positive),
    "functions": (_functions, _are_functions),
    "noise": (noise_names, is_noise_name),
    "controls_between": (
        '"auto", "hold" or "linear"',
        lambda value: value in ("auto", "hold", "linear"),
    ),
    "strategy": (
        "a Strategy, a function that returns one, or None",
        lambda value: value is None or callable(value) or hasattr(value, "stages"),
    ),
    "constraints": (
        'a list of constraints, such as ["y >= 0"], or () for none',
        lambda value: isinstance(value, Sequence) and not isinstance(value, str),
    ),
    "dimensional_constants": (
        "True or False",
        lambda value: isinstance(value, bool | np.bool_),
    ),
    "n_jobs": (
        "a whole number other than 0, or None",
        lambda value: value is None or (_whole(value) and value != 0),
    ),
    "warm_start": ("True or False", lambda value: isinstance(value, bool | np.bool_)),
    "verbose": (
        "0 for silence, or 1",
        lambda value: isinstance(value, int | np.integer | np.bool_) and int(value) >= 0,
    ),
}
