"""What a package calls of one in a higher row, without importing it.

An estimator has a method `plot`, and plots are made by the reports, which import the estimators.
`nalm/__init__.py`, which knows all packages, says where such a function is; it is imported when it
is called.
"""

from importlib import import_module
from typing import Any

_PLACES: dict[str, str] = {}


def provide(name: str, place: str) -> None:
    """Say where the function of a name is.

    Args:
        name: What it is asked for by.
        place: Of the function, as "package.module:name".
    """
    _PLACES[name] = place


def provided(name: str) -> Any:  # noqa: ANN401  (whatever was provided)
    """Import the function of a name.

    Args:
        name: What it was provided as.

    Example:
        >>> provide("root", "math:sqrt")
        >>> provided("root")(4.0)
        2.0
    """
    module, _, attribute = _PLACES[name].partition(":")
    return getattr(import_module(module), attribute)
