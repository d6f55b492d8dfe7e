"""The code that a run depends on and that is no part of `nalm`: whose change needs a new training.

A class or function depends on its own definition and on every definition that it reaches by a name:
base classes, helpers and constants of the same file, and those of other files of the same author.
The whole file would be simpler, but an experiment stands in the file of its units: another title or
one seed more would train everything anew. What is reached otherwise, such as by `getattr` with a
computed name, is not seen.
"""

import ast
import hashlib
import importlib.util
import linecache
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from inspect import unwrap
from pathlib import Path
from types import FunctionType
from typing import Any, TypeGuard

from nalm.errors import InvalidValueError
from nalm.training._definitions import Definitions, definitions, needs, normal

# Their versions are the business of whoever installs them; our own code has `FORMAT`.
_GIVEN = {"nalm", "torch", "numpy", *sys.stdlib_module_names}
_INSTALLED = {"site-packages", "dist-packages"}


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


def is_own(value: object) -> TypeGuard[type | FunctionType]:
    """Say whether a class or function is neither ours nor PyTorch's, NumPy's or Python's."""
    if not isinstance(value, type | FunctionType):
        return False  # written in C, or called like a function: what has no source
    return module_name(value).partition(".")[0] not in _GIVEN


@cache
def code_hash(value: type | FunctionType) -> str:
    """Hash the source that a class or function depends on, to 16 hexadecimal digits.

    Comments, docstrings and layout do not count. It is read once for each class or function.

    Args:
        value: A class or function of a module; `is_own`.

    Raises:
        InvalidValueError: If its source cannot be read.
    """
    home = _home(value)
    if home is None:
        raise InvalidValueError(
            f"network: expected code whose source can be read, because stored runs are identified "
            f"by it; found {value!r} without one. Write it into a file, or into a cell of a "
            "notebook."
        )
    reached = _Reached(top=module_name(value).partition(".")[0])
    reached.visit(home, _outermost(value))
    # Sorted by name and not by file, which is another one on another computer.
    text = "\n".join(sorted(reached.texts.values()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class _Home:
    """A file, and what its names mean in the running program."""

    file: str
    names: Mapping[str, Any] = field(compare=False, repr=False)
    package: str = field(compare=False)

    @cached_property
    def definitions(self) -> Definitions:
        return definitions("".join(linecache.getlines(self.file)))


class _Reached:
    """The definitions that are reached from a first one."""

    def __init__(self, *, top: str) -> None:
        self.texts: dict[tuple[str, str], str] = {}
        self._top = top

    def visit(self, home: _Home, name: str) -> None:
        """Add a name of a file, and everything that it needs."""
        if (home.file, name) in self.texts:
            return
        found = home.definitions.get(name)
        if found is None:
            self._visit_value(home, name)
            return
        # Before what it needs, which may need it in turn.
        self.texts[home.file, name] = f"{name}: " + "\n".join(map(normal, found))
        for statement in found:
            for needed in needs(statement):
                self.visit(home, needed)
            for each in ast.walk(statement):
                if isinstance(each, ast.Import):
                    for alias in each.names:
                        self._visit_module(alias.name, "")
                elif isinstance(each, ast.ImportFrom):
                    self._visit_names(home, each)

    def _visit_value(self, home: _Home, name: str) -> None:
        """Add what a name means that the file does not define: in a notebook, of another cell."""
        value = home.names.get(name)
        if isinstance(value, int | float | str) and name[:2] != "__":  # not the file's own name
            self.texts[home.file, name] = f"{name} = {value!r}"
        elif isinstance(value, type | FunctionType) and self._follows(module_name(value)):
            other = _home(value)
            if other is not None:
                self.visit(other, _outermost(value))

    def _visit_names(self, home: _Home, statement: ast.ImportFrom) -> None:
        if statement.level and not home.package:
            return  # it cannot be imported either
        dots = "." * statement.level + (statement.module or "")
        module = importlib.util.resolve_name(dots, home.package)
        for alias in statement.names:
            self._visit_module(module, "" if alias.name == "*" else alias.name)

    def _visit_module(self, module: str, name: str) -> None:
        if not self._follows(module):
            return
        home = _home_of_module(module)
        if home is not None and name in home.definitions:
            self.visit(home, name)
        elif name:  # from package import module
            self._visit_module(f"{module}.{name}", "")

    def _follows(self, module: str) -> bool:
        """Say whether code is the author's: of the same package, or not installed."""
        top = module.partition(".")[0]
        return top == self._top or not (top in _GIVEN or _is_installed(top))


def _home(value: type | FunctionType) -> _Home | None:
    """Find the file that defines a class or function; None where there is none."""
    outermost = _outermost(value)
    functions = [value] if isinstance(value, FunctionType) else _methods(value)
    homes = [_home_of_module(value.__module__)]
    # A notebook has a file for each cell, which only the code of a function knows.
    homes += [_Home(each.__code__.co_filename, each.__globals__, "") for each in functions]
    return next((home for home in homes if home and outermost in home.definitions), None)


def _methods(kind: type) -> list[FunctionType]:
    found = [getattr(each, "__func__", each) for each in vars(kind).values()]
    return [each for each in map(unwrap, found) if isinstance(each, FunctionType)]


def _home_of_module(name: str) -> _Home | None:
    module, spec = sys.modules.get(name), None
    if module is None:  # imported inside a function, later
        with suppress(ImportError, ValueError):
            spec = importlib.util.find_spec(name)
    file = str(spec.origin if spec else getattr(module, "__file__", None))
    if not file.endswith(".py"):
        return None
    linecache.checkcache(file)
    package = (spec.parent if spec else getattr(module, "__package__", "")) or ""
    return _Home(file, {} if module is None else vars(module), package)


@cache
def _is_installed(top: str) -> bool:
    """Say whether a package lies where others' packages are installed."""
    module = sys.modules.get(top)
    spec = module.__spec__ if module else importlib.util.find_spec(top)
    places = [getattr(module, "__file__", None), spec.origin if spec else None]
    return any(_INSTALLED & set(Path(place).parts) for place in places if place)


def _outermost(value: type | FunctionType) -> str:
    return value.__qualname__.partition(".")[0]
