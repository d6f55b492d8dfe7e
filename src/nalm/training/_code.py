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
import re
import sys
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from nalm.errors import InvalidValueError
from nalm.training._definitions import needs, normal
from nalm.training._sources import (
    GIVEN,
    Code,
    Home,
    home_of,
    home_of_module,
    module_name,
    outermost,
)

_INSTALLED = {"site-packages", "dist-packages"}


def code_hash(value: Code) -> str:
    """Hash the source that a class or function depends on, to 16 hexadecimal digits.

    Comments, docstrings and layout do not count. It is made anew for every call: in a notebook, a
    helper or a constant may have changed while the class stayed.

    Args:
        value: A class or function of a module; `is_own`.

    Raises:
        InvalidValueError: If its source cannot be read.
    """
    home = home_of(value)
    if home is None:
        raise InvalidValueError(
            f"network: expected code whose source can be read, because stored runs are identified "
            f"by it; found {value!r} without one. Write it into a file, or into a cell of a "
            "notebook."
        )
    reached = _Reached(top=module_name(value).partition(".")[0])
    reached.visit(home, outermost(value))
    # Sorted by name and not by file, which is another one on another computer.
    text = "\n".join(sorted(reached.texts.values()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class _Reached:
    """The definitions that are reached from a first one."""

    def __init__(self, *, top: str) -> None:
        self.texts: dict[tuple[str, str], str] = {}
        self._seen: set[tuple[str, str]] = set()
        self._top = top

    def visit(self, home: Home, name: str) -> None:
        """Add a name of a file, and everything that it needs."""
        home = self._starred(home, name) or home.defining(name)
        if (home.file, name) in self._seen:
            return
        self._seen.add((home.file, name))  # before what it needs, which may need it in turn
        found = home.definitions.get(name, ())
        if found:
            self.texts[home.file, name] = f"{name}: " + "\n".join(map(normal, found))
        if not found or home.is_cell:  # in a notebook, a constant is what the last cell made of it
            self._visit_value(home, name)
        for statement in found:
            self._visit_needs(home, statement)

    def _visit_needs(self, home: Home, statement: ast.stmt) -> None:
        for needed in needs(statement):
            self.visit(home, needed)
        for each in ast.walk(statement):
            if isinstance(each, ast.Import):
                for alias in each.names:
                    self._visit_module(alias.name, "")
            elif isinstance(each, ast.ImportFrom):
                self._visit_names(home, each)

    def _visit_value(self, home: Home, name: str) -> None:
        """Add what a name means that the file does not define: in a notebook, of another cell."""
        # An imported module is an attribute of its package, which it is not before.
        known = name in home.names and (
            home.is_cell or not isinstance(home.names[name], ModuleType)
        )
        if known and name[:2] != "__":  # neither a builtin nor the file's own name
            self.texts[home.file, f"{name} ="] = f"{name} = {self._write(home.names[name])}"

    def _write(self, value: object) -> str:
        """Write a value so that another one is written otherwise, and add the code it holds."""
        if isinstance(value, ModuleType):
            self._visit_module(value.__name__, "")
            return value.__name__
        if isinstance(value, type | FunctionType):
            other = home_of(value) if self._follows(module_name(value)) else None
            if other is not None:
                self.visit(other, outermost(value))
            return value.__qualname__
        if isinstance(value, partial):
            value = (value.func, value.args, value.keywords)
        if isinstance(value, Mapping):
            value = list(cast("Mapping[object, object]", value).items())
        if isinstance(value, set | frozenset):
            return str(sorted(map(self._write, cast("set[object]", value))))
        if isinstance(value, list | tuple):
            return str([self._write(each) for each in cast("Sequence[object]", value)])
        if isinstance(value, Tensor):
            value = value.detach().cpu().numpy()
        if isinstance(value, np.ndarray):
            array = cast("NDArray[Any]", value)
            return f"{array.dtype} {array.shape} {hashlib.sha256(array.tobytes()).hexdigest()}"
        # The address of an object differs in every process.
        return re.sub(r" at 0x[0-9a-f]+", "", repr(value))

    def _visit_names(self, home: Home, statement: ast.ImportFrom) -> None:
        module = home.imported(statement)
        for alias in statement.names if module else ():
            self._visit_module(module, "" if alias.name == "*" else alias.name)

    def _starred(self, home: Home, name: str, *, seen: tuple[str, ...] = ()) -> Home | None:
        """Find the file from which another one gets a name by a star; None where it does not."""
        if not name or name in home.definitions or home.file in seen:
            return None
        for statement in home.definitions.get("*", ()):
            module = home.imported(statement) if isinstance(statement, ast.ImportFrom) else ""
            other = home_of_module(module) if module and self._follows(module) else None
            if other is not None:
                found = self._starred(other, name, seen=(*seen, home.file))
                if found is not None or name in other.definitions:
                    return found or other
        return None

    def _visit_module(self, module: str, name: str) -> None:
        if not self._follows(module):
            return
        home = home_of_module(module)
        if home is not None and (name in home.definitions or self._starred(home, name)):
            self.visit(home, name)
        elif name:  # from package import module
            self._visit_module(f"{module}.{name}", "")

    def _follows(self, module: str) -> bool:
        """Say whether code is the author's: of the same package, or not installed."""
        top = module.partition(".")[0]
        return top == self._top or not (top in GIVEN or _is_installed(top))


@cache
def _is_installed(top: str) -> bool:
    """Say whether a package lies where others' packages are installed."""
    module = sys.modules.get(top)
    spec = module.__spec__ if module else importlib.util.find_spec(top)
    places = [getattr(module, "__file__", None), spec.origin if spec else None]
    return any(_INSTALLED & set(Path(place).parts) for place in places if place)
