"""Experiments of the user: in a file, in a module, in installed packages."""

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

from nalm.errors import InvalidTypeError, InvalidValueError, UnknownNameError

if TYPE_CHECKING:
    from nalm.experiments import Entry

GROUP = "nalm.experiments"
"""Entry points of installed packages: an experiment, several, or a function that returns them."""


def is_own(name: str) -> bool:
    """Say whether a name leads to a file or module, as ``my.py:division`` does."""
    return ":" in name or name.endswith(".py")


def own_entries(place: str) -> "dict[str, Entry]":
    """Import a file or module and list its experiments and figures.

    The file is imported, as its owner asked by naming it.

    Args:
        place: Path of a file that ends in ``.py``, or the name of a module.

    Returns:
        ``place:variable`` → entry, in the file's order.

    Raises:
        InvalidValueError: If there is no such file or module, or it cannot be imported.
    """
    from nalm.experiments import Entry

    names = vars(_load(place))
    return {f"{place}:{name}": each for name, each in names.items() if isinstance(each, Entry)}


def own_entry(name: str) -> "Entry":
    """Import a file or module and find one of its experiments or figures.

    Args:
        name: ``my.py:variable``, ``package.module:variable``, or ``my.py`` where there is only one.

    Raises:
        InvalidTypeError: If the variable is something else.
        InvalidValueError: See `own_entries`.
        UnknownNameError: If there is no such variable; the message lists what there is.
    """
    place, _, variable = name.rpartition(":")
    if not variable.isidentifier():  # no variable, though a path may have a colon
        place, variable = name.removesuffix(":"), ""
    entries = own_entries(place)
    found = entries.get(f"{place}:{variable}")
    if found is not None:
        return found
    if not variable and len(entries) == 1:
        return next(iter(entries.values()))
    there = f"choose one of: {', '.join(entries)}" if entries else "it has no experiments"
    other = getattr(_loaded(place), variable, None) if variable else None
    if other is not None:
        raise InvalidTypeError(
            f"{name}: expected an Experiment or a Figure, found {type(other).__name__}; {there}."
        )
    raise UnknownNameError(f"{name}: expected the name of a variable; {there}.")


def installed_entries() -> "tuple[dict[str, Entry], list[str]]":
    """Load the experiments of installed packages.

    Returns:
        Name → entry, and for each entry point that cannot be used one line that says why.
    """
    found: dict[str, Entry] = {}
    broken: list[str] = []
    for point in entry_points(group=GROUP):
        try:
            found |= {entry.name: entry for entry in _entries_of(point.load())}
        except Exception as error:  # another's code, which may fail in any way
            broken.append(
                f"The entry point {point.name} = {point.value} of `{GROUP}` was left out: "
                f"{type(error).__name__}: {error}"
            )
    return found, broken


def _entries_of(value: object) -> "list[Entry]":
    from nalm.experiments import Entry

    if isinstance(value, Entry):
        return [value]
    if callable(value):
        return _entries_of(cast("Callable[[], object]", value)())
    entries = list(cast("Iterable[object]", value))
    for each in entries:
        if not isinstance(each, Entry):
            raise InvalidTypeError(
                f"expected experiments and figures, found {type(each).__name__}. Let the entry "
                "point give an Experiment, a list of them, or a function that returns them."
            )
    return cast("list[Entry]", entries)


def _load(place: str) -> ModuleType:
    if not place.endswith(".py"):
        _look_first_in(Path.cwd())  # as `python -m` does
        known = False
        if all(part.isidentifier() for part in place.split(".")):
            with suppress(ModuleNotFoundError):  # of its package
                known = importlib.util.find_spec(place) is not None
        if not known:
            raise InvalidValueError(
                f"{place}: expected a module that can be imported, or a file that ends in .py; "
                f"found none in {Path.cwd()}. Name the file, such as my.py:division."
            )
        with _explained(place, Path.cwd()):
            return importlib.import_module(place)
    path = Path(place).resolve()
    if not path.is_file():
        raise InvalidValueError(f"{place}: expected a file that exists, found none. Name another.")
    _look_first_in(path.parent)  # as `python my.py` does
    spec = importlib.util.spec_from_file_location(_module_name(path), path)
    assert spec is not None and spec.loader is not None  # it ends in .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    with _explained(place, path.parent):
        spec.loader.exec_module(module)
    return module


def _loaded(place: str) -> ModuleType:
    """Return a module that was loaded before."""
    return sys.modules[_module_name(Path(place).resolve()) if place.endswith(".py") else place]


def _module_name(path: Path) -> str:
    """Name the module of a file: never as another's, and in keys, without `_…`, as a script's."""
    return f"_nalm_file_{sha256(str(path).encode()).hexdigest()[:8]}.{path.stem}"


def _look_first_in(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


@contextmanager
def _explained(place: str, folder: Path) -> Generator[None, None, None]:
    """Say where in the user's own code an import failed."""
    try:
        yield
    except (Exception, SystemExit) as error:  # the user's code, which may fail in any way
        frames = traceback.extract_tb(error.__traceback__)
        if isinstance(error, SyntaxError):
            where = (error.filename, error.lineno, error.text)
        else:
            own = [each for each in frames if _is_inside(each.filename, folder)] or frames
            where = (own[-1].filename, own[-1].lineno, own[-1].line)
        raise InvalidValueError(
            f"{place} could not be imported: {type(error).__name__}: {error}\n"
            f"  {where[0]}, line {where[1]}: {(where[2] or '').strip()}"
        ) from error


def _is_inside(file: str, folder: Path) -> bool:
    parts = Path(file).parts
    return Path(file).is_relative_to(folder) and "site-packages" not in parts
