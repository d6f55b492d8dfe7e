"""What the arguments of a run have to be, said once for all of them."""

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

from torch import nn

from nalm.errors import InvalidTypeError, InvalidValueError


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What an argument has to be.

    Args:
        kind: Its class.
        call: How one is made, for the message.
        several: Whether it is a tuple of them.
        optional: Whether it may be `None`.
    """

    kind: type
    call: str
    several: bool = False
    optional: bool = False

    def check(self, name: str, value: object) -> None:
        """Refuse a value of another class.

        Raises:
            InvalidTypeError: If it is no instance; the message shows the right call.
        """
        if self.optional and value is None:
            return
        kind, call = self.kind.__name__, self.call
        if not self.several:
            if not isinstance(value, self.kind):
                raise _wrong(name, f"an instance of {kind}", call, value)
            return
        right = f"({call},)"
        if not isinstance(value, tuple):
            raise _wrong(name, f"a tuple of {kind}", right, value)
        for item in cast("tuple[object, ...]", value):
            if not isinstance(item, self.kind):
                raise _wrong(name, f"a tuple of {kind}", right, item)


def check_fields(spec: object, expected: Mapping[str, Expected]) -> None:
    """Check fields of a spec, each against what it has to be.

    Raises:
        InvalidTypeError: See `Expected.check`.
    """
    for name, each in expected.items():
        each.check(f"{type(spec).__name__}.{name}", getattr(spec, name))


def check_count(name: str, value: object, *, least: int, call: str) -> None:
    """Refuse all but whole numbers from some number on.

    Raises:
        InvalidValueError: If it is something else; the message shows the right call.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise InvalidValueError(
            f"{name}: expected a whole number of at least {least}, such as {call}; found {value!r}."
        )


def check_network(name: str, network: object) -> None:
    """Refuse what does not build a network when it is called without arguments.

    Raises:
        InvalidTypeError: If it cannot be called so; the message shows the right call.
    """
    expected = "what builds a network when it is called without arguments"
    call = "functools.partial(NMU, 2, 1)"
    if isinstance(network, nn.Module) or not callable(network):
        raise _wrong(name, expected, call, network)
    given = functools.partial(cast("Callable[[], object]", network))  # of a partial: itself
    signature = _signature(given.func)
    if signature is not None:
        try:
            signature.bind(*given.args, **given.keywords)
        except TypeError as error:
            raise _wrong(name, expected, call, network, why=f" ({error})") from None


@functools.cache
def _signature(function: Callable[..., object]) -> inspect.Signature | None:
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):  # written in C
        return None


def _wrong(
    name: str, expected: str, call: str, value: object, *, why: str = ""
) -> InvalidTypeError:
    return InvalidTypeError(
        f"{name}: expected {expected}, such as {call}; found {_found(value)}{why}."
    )


def _found(value: object) -> str:
    """Name a value in a few words."""
    if isinstance(value, type):
        return f"the class {value.__module__}.{value.__qualname__}"
    if inspect.isroutine(value):
        return f"the function {value.__name__}"
    text = " ".join(repr(value).split())
    return f"{text if len(text) <= 60 else text[:57] + '…'}, an instance of {type(value).__name__}"
