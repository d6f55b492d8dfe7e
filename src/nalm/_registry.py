"""Things that are found by name, among them those of other packages."""

import re
from collections.abc import Iterator
from importlib.metadata import entry_points
from types import FunctionType
from typing import Generic, TypeVar, final

from nalm.errors import InvalidValueError, UnknownNameError

T = TypeVar("T")

GROUP = "nalm.extensions"
"""Entry points of installed packages: modules that register something when they are imported."""


@final
class Registry(Generic[T]):
    """Hold what has a name, in the order in which it was added.

    Args:
        kind: What is held, in words: "noise model".
        reserved: Names that mean something else.

    Example:
        >>> letters = Registry[str]("letter")
        >>> letters.add("beta", "β")
        >>> letters.find("beta")
        'β'
    """

    def __init__(self, kind: str, *, reserved: tuple[str, ...] = ()) -> None:
        self._kind = kind
        self._reserved = reserved
        self._held: dict[str, T] = {}
        self._own: frozenset[str] = frozenset()

    def __iter__(self) -> Iterator[T]:
        return iter(tuple(self._held.values()))

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of what is held."""
        return tuple(self._held)

    def is_complete(self) -> None:
        """Note that this package has added all of its own."""
        self._own = frozenset(self._held)

    @property
    def others(self) -> tuple[T, ...]:
        """Return what users and extensions have added, which another process may lack."""
        return tuple(value for name, value in self._held.items() if name not in self._own)

    def add(self, name: str, value: T) -> None:
        """Hold something under a name.

        Args:
            name: Lower-case letters, digits and hyphens.
            value: What is found by it. It takes the place of an earlier one of the same class, as
                when a cell of a notebook runs twice.

        Raises:
            InvalidValueError: If the name is no such word, or means something else already.
        """
        if re.fullmatch(r"[a-z][a-z0-9-]*", name) is None:
            raise InvalidValueError(
                f"the name of a {self._kind} must be a word of lower-case letters, such as "
                f'"my-{self._kind.split()[-1]}"; found {name!r}.'
            )
        held = self._held.get(name)
        if name in self._reserved or (held is not None and _place(held) != _place(value)):
            raise InvalidValueError(
                f"the name of a {self._kind} must be new; {name!r} is taken. Choose another name."
            )
        self._held[name] = value

    def find(self, name: str) -> T:
        """Return what has a name; if there is nothing yet, import the extensions and look again.

        Args:
            name: Of what is held, or registered by an installed package.

        Raises:
            UnknownNameError: If nothing has it; the message lists all names.
        """
        if name in self._held:
            return self._held[name]
        broken = load_extensions()
        if name in self._held:
            return self._held[name]
        raise UnknownNameError(
            f"there is no {self._kind} {name!r}: expected one of {', '.join(self._held)}, or what "
            f"a package registers that is imported, or installed with an entry point `{GROUP}`."
            + "".join(f" The extension {each} could not be imported." for each in broken)
        )


def load_extensions() -> tuple[str, ...]:
    """Import the modules that installed packages name as extensions.

    Returns:
        Those that could not be imported, each with its error.
    """
    broken: list[str] = []
    for point in entry_points(group=GROUP):
        try:
            point.load()
        except Exception as error:  # another's code, which may fail in any way
            broken.append(f"{point.value} ({error})")
    return tuple(broken)


def _place(value: object) -> tuple[str, str]:
    """Return where a function, or the class of anything else, is defined."""
    kind = value if isinstance(value, FunctionType) else type(value)
    return kind.__module__, kind.__qualname__
