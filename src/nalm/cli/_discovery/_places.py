"""Where models and pages are written: a file of one table, a file for each table in a folder."""

import os
import shlex
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from nalm.errors import InvalidValueError, StoreError
from nalm.inquiry import Wanted


def places_of(
    tables: Sequence[Path], wanted: Wanted, *, others: Sequence[Path] = ()
) -> list[Wanted]:
    """Say what to write of each table.

    What cannot be written is known before a search, not after it.

    Args:
        tables: Their files.
        wanted: What was asked for: files of one table, folders of several.
        others: What is read besides them, such as a file of units.

    Raises:
        InvalidValueError: If a folder is a file, a file is a folder, two tables of one name would
            be written to one file, or a file that is read would be overwritten.
        StoreError: If a folder does not exist or cannot be written.

    Example:
        >>> [one] = places_of([Path("a.csv")], Wanted(save=Path("law.json")))
        >>> one.save.name
        'law.json'
    """
    asked = {"--save": wanted.save, "--report": wanted.report}
    given = {option: path for option, path in asked.items() if path is not None}
    if len(tables) > 1 and given:
        _check_names(tables, option=next(iter(given)))
    written = {
        option: [
            _file(path, option, tables=tables, name=table.stem + _ENDINGS[option])
            for table in tables
        ]
        for option, path in given.items()
    }
    for path in (path for paths in written.values() for path in paths):
        _check_folder(path)
    each = [(option, path) for option, paths in written.items() for path in paths]
    check_apart(each, read=[*tables, *others], in_folders=len(tables) > 1)
    none = [None] * len(tables)
    files = zip(written.get("--save", none), written.get("--report", none), strict=True)
    return [replace(wanted, save=save, report=report) for save, report in files]


def check_apart(
    written: Sequence[tuple[str, Path]], *, read: Sequence[Path], in_folders: bool = False
) -> None:
    """Check that no file is written over one that is read, or over another that is written.

    Args:
        written: Options and their files.
        read: The files that are read.
        in_folders: Whether the options name folders of these files.

    Raises:
        InvalidValueError: If two are one file, also through a link.

    Example:
        >>> check_apart([("--save", Path("law.json"))], read=[Path("a.csv")])
    """
    used = {_identity(path): "which is read" for path in read}
    for option, path in written:
        if (what := used.get(_identity(path))) is not None:
            free = shlex.quote(str(_free(path, option, used)))
            remedy = "Choose another folder." if in_folders else f"Write {option} {free}"
            raise InvalidValueError(
                f"{option}: expected a file of its own, found {path}, {what}. {remedy}"
            )
        used[_identity(path)] = f"which {option} writes"


_ENDINGS = {"--save": ".json", "--report": ".html", "--out": ".csv"}


def _identity(path: Path) -> object:
    """Return what all names of a file have in common: links lead to one place."""
    try:
        found = path.stat()
    except OSError:
        return path.resolve()
    return found.st_dev, found.st_ino


def _free(path: Path, option: str, used: Collection[object]) -> Path:
    """Return a path beside one that is taken, where there is nothing yet."""
    marks = chain(("", "_new"), (f"_new{k}" for k in count(2)))
    paths = (path.with_name(path.stem + mark + _ENDINGS[option]) for mark in marks)
    return next(each for each in paths if not each.exists() and _identity(each) not in used)


def _file(path: Path, option: str, *, tables: Sequence[Path], name: str) -> Path:
    if len(tables) == 1:
        if path.is_dir():
            raise InvalidValueError(
                f"{option}: expected a file, found the folder {path}. Write {path / name}."
            )
        return path
    if not path.is_dir():
        raise InvalidValueError(
            f"{option}: expected a folder that exists for the files of {len(tables)} tables, found "
            f"{path}. Make the folder first."
        )
    return path / name


def _check_names(tables: Sequence[Path], *, option: str) -> None:
    [(name, times)] = Counter(table.stem for table in tables).most_common(1)
    if times > 1:
        raise InvalidValueError(
            f"{option}: expected tables with names of their own, found {times} that are called "
            f"{name!r}. Their files would be one."
        )


def _check_folder(path: Path) -> None:
    folder = path.resolve().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise StoreError(
            f"{path}: expected a folder that exists and can be written, found none. "
            f"Make {folder} first, or choose another path."
        )
