"""Specs as data: which parts of a frozen dataclass are numbers, and what identifies it.

A field annotated ``float`` (and every float inside a tuple) is a *number*: runs that differ only
in numbers train in one program, with one value per run. Everything else is *structure*, except a
field whose metadata says ``{"initial": True}``: it decides only what a run begins with, its
parameters or its task's instance, so it belongs to what identifies a run and not to its program.
"""

import dataclasses
import functools
import inspect
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, TypeVar, cast

import torch

from nalm.errors import InvalidValueError
from nalm.training._code import code_hash
from nalm.training._sources import is_own, module_name

Spec = TypeVar("Spec")
STRUCTURAL = {"structural": True}
"""Metadata of a float field whose exact value belongs in the program (a decay rate, an epsilon)."""
ADDED = {"added": True}
"""Metadata of a field that came later: a description leaves it out while it has its default, so
that runs from before keep their key. Combine as ``STRUCTURAL | ADDED``."""


def described_as(name: str) -> dict[str, str]:
    """Return metadata of a field that was renamed: a description, and so a key, has its old name.

    A class that was renamed has its old name in a ``ClassVar`` called ``description_name``.
    """
    return {"described_as": name}


_PLAIN = (bool, int, float, str)


class _Field(NamedTuple):
    """What has to be known of a dataclass field."""

    name: str
    described_as: str
    number: bool
    structural: bool
    added: bool
    initial: bool
    default: object


@functools.cache
def _fields(kind: type) -> tuple[_Field, ...] | None:
    """List the fields of a dataclass; None for other classes."""
    if not dataclasses.is_dataclass(kind):
        return None
    return tuple(
        _Field(
            name=field.name,
            described_as=field.metadata.get("described_as", field.name),
            # With postponed annotations, a field's type is its text.
            number=field.type in (float, "float"),
            structural=bool(field.metadata.get("structural")),
            added=bool(field.metadata.get("added")),
            initial=bool(field.metadata.get("initial")),
            default=field.default,
        )
        for field in dataclasses.fields(kind)
    )


def map_numbers(spec: Spec, function: Callable[[float], Any]) -> Spec:
    """Return a copy of a spec with every number replaced by ``function(number)``.

    Validation does not run again, so a number may become a tensor or a placeholder.
    """
    fields = _fields(type(spec))
    if fields is not None:
        # `__init__` would validate, and a tensor or a placeholder passes no check of a number.
        copy = object.__new__(type(spec))
        for field in fields:
            value: Any = getattr(spec, field.name)
            if not field.structural:
                value = function(float(value)) if field.number else map_numbers(value, function)
            object.__setattr__(copy, field.name, value)
        return copy
    if isinstance(spec, tuple):
        return cast("Spec", tuple(map_numbers(item, function) for item in cast("tuple[Any]", spec)))
    return cast("Spec", function(spec)) if isinstance(spec, float) else spec


def numbers(spec: object) -> list[float]:
    """List the numbers of a spec in a fixed order."""
    found: list[float] = []
    map_numbers(spec, found.append)
    return found


def with_numbers(spec: Spec, values: Sequence[Any] | Iterator[Any]) -> Spec:
    """Return a copy of a spec whose numbers are, in order, ``values``."""
    iterator = iter(values)
    return map_numbers(spec, lambda _: next(iterator))


def structure(spec: object, *, named: list[object] | None = None) -> str:
    """Describe what of a spec is built into a program; equal for specs that can share one."""
    described = describe(map_numbers(spec, lambda _: "number"), initial=False, named=named)
    return json.dumps(described, sort_keys=True)


def describe(value: object, *, initial: bool = True, named: list[object] | None = None) -> Any:  # noqa: ANN401  (JSON)
    """Describe a spec as JSON-able data that identifies its content.

    Args:
        value: The spec.
        initial: Whether to describe what decides only what a run begins with.
        named: Takes the classes and functions that the description says no more of than a name.

    Raises:
        InvalidValueError: If the value has no lasting identity, such as a lambda.
    """
    if value is None or isinstance(value, _PLAIN):
        return value
    again = functools.partial(describe, initial=initial, named=named)
    if isinstance(value, Enum):
        if named is not None:
            named.append(type(value))
        return f"{type(value).__name__}.{value.name}"
    fields = _fields(type(value))
    if fields is not None:
        described = {
            field.described_as: again(_value(value, field))
            for field in fields
            if (initial or not field.initial)
            and not (field.added and getattr(value, field.name) == field.default)
        }
        _refuse(described, {"type"})
        return {"type": again(type(value)), **described}
    if isinstance(value, functools.partial):
        # Sorted: the order in which keywords were given changes no call, so it must change no key.
        keywords = {key: again(item) for key, item in sorted(value.keywords.items())}
        _refuse(keywords, {"call", "args"})
        return {"call": again(value.func), "args": again(value.args), **keywords}
    if isinstance(value, Mapping):
        items = cast("Mapping[str, object]", value)
        return {str(key): again(item) for key, item in items.items()}
    if isinstance(value, list | tuple):
        return [again(item) for item in cast("Sequence[object]", value)]
    if isinstance(value, torch.dtype):
        return str(value)
    if named is not None:
        named.append(value.__self__ if inspect.ismethod(value) else value)
    return _name(value)


def own_code(named: Iterable[object]) -> dict[str, str]:
    """Return the hash of the code of each class and function that is no part of the library."""
    return {_name(each): code_hash(each) for each in named if is_own(each)}


def _refuse(names: Mapping[str, object], reserved: set[str]) -> None:
    """Refuse names that would hide an entry of the description."""
    for name in reserved & names.keys():
        raise InvalidValueError(
            f"{name}: expected another name for this keyword or field, because a description "
            f"uses {name!r} itself; found {sorted(names)}. Rename it."
        )


def _value(spec: object, field: _Field) -> object:
    """Return a field's value; equal specs say 1.0 in a float field, even where one was given 1."""
    value = getattr(spec, field.name)
    return float(value) if field.number and isinstance(value, int) else value


def _name(value: object) -> str:
    """Name a class or function by its public path: private modules of nalm may move."""
    if inspect.ismethod(value):  # after the class that it is called on, which may inherit it
        return f"{_name(value.__self__)}.{value.__name__}"
    qualified = getattr(value, "__qualname__", None)
    if isinstance(value, type):  # not of a base class: a class that derives from it is another one
        qualified = vars(value).get("description_name", qualified)
    if qualified is None or "<" in qualified:
        raise InvalidValueError(
            f"network: expected a class, a module-level function, a functools.partial of one, or "
            f"a frozen dataclass, because stored runs are identified by it; found {value!r}. "
            "Give it a name at module level."
        )
    parts = [part for part in module_name(value).split(".") if part[:1] != "_"]
    return ".".join([*parts, qualified])
