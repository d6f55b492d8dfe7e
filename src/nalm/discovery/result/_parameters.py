"""Constructor parameters as JSON, and back."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from nalm.errors import InvalidValueError


def parameters_to_json(parameters: Mapping[str, object]) -> dict[str, object]:
    """Write parameters as JSON.

    Args:
        parameters: Of `get_params`.

    Returns:
        Name -> value; mappings as lists of pairs, since the keys of JSON are strings, names as an
        object that holds them, and a random generator as null, since its state is no parameter.

    Example:
        >>> parameters_to_json({"units": {0: "m"}, "starts": 8})
        {'units': [[0, 'm']], 'starts': 8}
    """
    return {name: _encode(value) for name, value in parameters.items()}


def parameters_from_json(
    document: Mapping[str, object], *, known: Collection[str]
) -> dict[str, Any]:
    """Read parameters from JSON.

    Args:
        document: Name -> value.
        known: Names of all parameters.

    Returns:
        Name -> value; the estimator checks the values.

    Raises:
        InvalidValueError: If a name is unknown or a value cannot be one.
    """
    for name in document:
        if name not in known:
            raise InvalidValueError(
                f"`parameters` must be among {', '.join(known)}; found {name!r}."
            )
    return {name: _decode(name, value) for name, value in document.items()}


def _encode(value: object) -> object:
    if isinstance(value, Mapping):
        return [[_encode(key), _encode(each)] for key, each in value.items()]
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, list | tuple):  # names, and constraints, which write themselves as texts
        return {"names": [str(each) for each in value]}
    # After bool, which is an int too.
    if isinstance(value, int | np.integer):
        return int(value)
    return float(value) if isinstance(value, float | np.floating) else None


def _decode(name: str, value: object) -> object:
    if not isinstance(value, list):
        if isinstance(value, dict):
            names = value.get("names")
            if isinstance(names, list) and all(isinstance(each, str) for each in names):
                return tuple(names)
            raise InvalidValueError(
                f"`parameters.{name}` must be a value or pairs; found {value!r}."
            )
        return value
    pairs: dict[object, object] = {}
    for pair in value:
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], int | str)):
            raise InvalidValueError(f"`parameters.{name}` must hold pairs; found {pair!r}.")
        pairs[pair[0]] = pair[1]
    return pairs
