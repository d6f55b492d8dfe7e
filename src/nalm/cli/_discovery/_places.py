"""Where models and pages are written: a file of one table, a file for each table in a folder."""

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from nalm.errors import InvalidValueError, StoreError
from nalm.inquiry import Wanted


def places_of(tables: Sequence[Path], wanted: Wanted) -> list[Wanted]:
    """Say what to write of each table.

    What cannot be written is known before a search, not after it.

    Args:
        tables: Their files.
        wanted: What was asked for: files of one table, folders of several.

    Raises:
        InvalidValueError: If a folder is a file, a file is a folder, or two tables of one name
            would be written to one file.
        StoreError: If a folder does not exist or cannot be written.

    Example:
        >>> [one] = places_of([Path("a.csv")], Wanted(save=Path("law.json")))
        >>> one.save.name
        'law.json'
    """
    asked = {"--save": (wanted.save, ".json"), "--report": (wanted.report, ".html")}
    given = {option: place for option, place in asked.items() if place[0] is not None}
    if len(tables) > 1 and given:
        _check_names(tables, option=next(iter(given)))
    written = {
        option: [_file(path, option, tables=tables, name=table.stem + ending) for table in tables]
        for option, (path, ending) in given.items()
        if path is not None
    }
    for path in (path for paths in written.values() for path in paths):
        _check_folder(path)
    none = [None] * len(tables)
    files = zip(written.get("--save", none), written.get("--report", none), strict=True)
    return [replace(wanted, save=save, report=report) for save, report in files]


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
    [(name, count)] = Counter(table.stem for table in tables).most_common(1)
    if count > 1:
        raise InvalidValueError(
            f"{option}: expected tables with names of their own, found {count} that are called "
            f"{name!r}. Their files would be one."
        )


def _check_folder(path: Path) -> None:
    folder = path.resolve().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise StoreError(
            f"{path}: expected a folder that exists and can be written, found none. "
            f"Make {folder} first, or choose another path."
        )
