"""Where the running classes and functions come from: their files, or the cells of a notebook."""

import ast
import importlib.util
import linecache
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from inspect import unwrap
from pathlib import Path
from types import FunctionType
from typing import Any, TypeAlias, TypeGuard

from nalm.training._definitions import Definitions, definitions

Code: TypeAlias = type | FunctionType

# Their versions are the business of whoever installs them; our own code has `FORMAT`.
GIVEN = {"nalm", "torch", "numpy", *sys.stdlib_module_names}
_WRAPPERS = {classmethod, staticmethod}


def module_name(value: object) -> str:
    """Return the module of a class or function; a script's own name where it runs as one."""
    name = str(getattr(value, "__module__", ""))
    if name != "__main__":
        return name
    main = sys.modules["__main__"]
    if main.__spec__ is not None:  # python -m
        return main.__spec__.name
    file = getattr(main, "__file__", None)
    return name if file is None else Path(file).stem


def is_own(value: object) -> TypeGuard[Code]:
    """Say whether a class or function is neither ours nor PyTorch's, NumPy's or Python's."""
    if not isinstance(value, type | FunctionType):
        return False  # written in C, or called like a function: what has no source
    return module_name(value).partition(".")[0] not in GIVEN


@dataclass(frozen=True)
class Home:
    """A file, and what its names mean in the running program."""

    file: str
    names: Mapping[str, Any] = field(compare=False, repr=False)
    package: str = field(compare=False)

    @cached_property
    def definitions(self) -> Definitions:
        """The statements that give its names a meaning."""
        # Of a module that is not imported yet nothing runs, and the file is read each time.
        return definitions(_text(self.file, _running(self.names) or (object(),)))

    @cached_property
    def is_cell(self) -> bool:
        """Whether it is a cell of a notebook, so that other cells may give its names a meaning."""
        return self.file in _cells()

    def imported(self, statement: ast.ImportFrom) -> str:
        """Return the name of the module that a statement imports from; "" where it cannot."""
        if statement.level and not self.package:
            return ""
        dots = "." * statement.level + (statement.module or "")
        return importlib.util.resolve_name(dots, self.package)

    def defining(self, name: str) -> "Home":
        """Return where a name has its definition: in a notebook, perhaps in a later cell."""
        value = self.names.get(name)
        named = isinstance(value, type | FunctionType) and value.__qualname__ == name
        if not (self.is_cell and named and is_own(value)):
            return self
        return home_of(value) or self


def home_of(value: Code) -> Home | None:
    """Find the file that defines a class or function; None where there is none."""
    name = outermost(value)
    functions = [value] if isinstance(value, FunctionType) else _methods(value)
    homes = [home_of_module(value.__module__)]
    # A notebook has a file for each cell, which only the code of a function knows.
    homes += [Home(each.__code__.co_filename, each.__globals__, "") for each in functions]
    if value.__module__ == "__main__":  # of a class without a method, look through all cells
        homes += [Home(cell, vars(sys.modules["__main__"]), "") for cell in _cells()]
    return next((home for home in homes if home and name in home.definitions), None)


def _methods(kind: type) -> list[FunctionType]:
    found = [getattr(each, "__func__", each) for each in vars(kind).values()]
    return [each for each in map(unwrap, found) if isinstance(each, FunctionType)]


def home_of_module(name: str) -> Home | None:
    """Find the file of a module, imported or not; None where it has none in Python."""
    module, spec = sys.modules.get(name), None
    if module is None:  # imported inside a function, later
        with suppress(ImportError, ValueError):
            spec = importlib.util.find_spec(name)
    file = str(spec.origin if spec else getattr(module, "__file__", None))
    if not file.endswith(".py"):
        return None
    package = (spec.parent if spec else getattr(module, "__package__", "")) or ""
    return Home(file, {} if module is None else vars(module), package)


def _running(names: Mapping[str, Any]) -> tuple[object, ...]:
    """Return what differs once other code of a file runs, also where objects were changed in place.

    Functions compare by what they do, everything else by being the same object.
    """
    own = names.get("__name__")
    classes = [each for each in names.values() if isinstance(each, type) and each.__module__ == own]
    values: list[object] = [*names.values()]
    values += [each for kind in classes for each in vars(kind).values()]
    plain = [getattr(e, "__func__", e) if type(e) in _WRAPPERS else e for e in values]
    return tuple(each.__code__ if isinstance(each, FunctionType) else id(each) for each in plain)


@lru_cache(maxsize=256)
def _text(file: str, running: tuple[object, ...]) -> str:
    """Read a file, anew only where other code runs: an edit counts once it has been imported."""
    linecache.checkcache(file)
    return "".join(linecache.getlines(file))


def _cells() -> list[str]:
    """List the cells of a notebook that were executed, the last first."""
    # Of a file, the second entry is the time of its last change.
    entries = [(name, entry) for name, entry in linecache.cache.items() if len(entry) == 4]
    return [name for name, entry in reversed(entries) if entry[1] is None]


def outermost(value: Code) -> str:
    """Return the name in its module of a class or function, or of what it stands in."""
    return value.__qualname__.partition(".")[0]
