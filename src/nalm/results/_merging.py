"""Merging results files: what was trained in several places, in one file."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import final

from nalm.errors import InvalidValueError, StoreError
from nalm.results._arrays import is_whole
from nalm.results._checkpoints import count_missing, remove_orphans
from nalm.results._database import transaction, translated
from nalm.results._opening import close, connect
from nalm.results._rows import ADD_RUN, Row, members_of_text

_TIMEOUT = 60.0
_RUNS = "SELECT key, seed, seconds, diverged, description, trace, parameters FROM run"
_CHECKPOINTS = "SELECT cohort, members, step, arrays FROM checkpoint"
_ADD_CHECKPOINT = """
    INSERT INTO checkpoint VALUES (?, ?, ?, ?) ON CONFLICT (cohort) DO UPDATE
    SET members = excluded.members, step = excluded.step, arrays = excluded.arrays
    WHERE excluded.step > step
"""


@final
@dataclass(frozen=True, kw_only=True)
class Merged:
    """Say what one results file added to another.

    Args:
        source: The file that was read.
        runs: Number of its runs that were added.
        known: Number of its runs that were stored already.
        checkpoints: Number of its checkpoints that were added.
    """

    source: Path
    runs: int
    known: int
    checkpoints: int


def merge_stores(target: str | Path, sources: Sequence[str | Path]) -> Iterator[Merged]:
    """Add the runs and checkpoints of results files to another one.

    Stored runs stay as they are. A cohort keeps its latest checkpoint, and one whose runs are all
    stored needs none. Rows are copied one by one as they are, so files may be larger than memory.

    Args:
        target: The file to add to; it is created when it is missing.
        sources: Files to read. All are checked before anything is written.

    Returns:
        What each file added, in their order, each after its transaction. A file that is not asked
        for is not merged.

    Raises:
        InvalidValueError: If a source is the target itself.
        StoreError: If a file is missing, damaged, of another version or no results file, or the
            target cannot be written; it then holds all of the sources before, and nothing of the
            one that failed.

    Example:
        >>> import tempfile
        >>> from nalm.results import Store
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     target, source = Path(folder, "all.db"), Path(folder, "one.db")
        ...     Store(source).close()
        ...     [merged.runs for merged in merge_stores(target, [source])]
        [0]
    """
    into, paths = Path(target), [Path(source) for source in sources]
    begun = into.exists() and into.stat().st_size > 0
    for path in paths:
        if begun and path.exists() and into.samefile(path):
            raise InvalidValueError(
                f"merge: expected other files than `{into}` to add to it, found `{path}`, which is "
                "the same file. Leave it out."
            )
    for path in (into, *paths) if begun else paths:
        _check(path)
    return _merge(into, paths)


def _check(path: Path) -> None:
    """Refuse a file of which anything cannot be read."""
    with (
        closing(connect(path, read_only=True, timeout=_TIMEOUT)) as connection,
        translated(path),
    ):
        damage = next(_damage(connection), None)
    if damage is not None:
        raise StoreError(
            f"results file `{path}` must be whole to be merged; found damage: {damage}. "
            "Restore a copy, or recover what is left with `sqlite3 FILE .recover`."
        )


def _damage(connection: sqlite3.Connection) -> Iterator[str]:
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        yield found
    for query, blobs in ((_RUNS, 2), (_CHECKPOINTS, 1)):
        for row in connection.execute(query):
            if not all(map(is_whole, row[-blobs:])):
                yield f"the arrays of {row[0]!r} differ from their checksum"


def _merge(target: Path, sources: Sequence[Path]) -> Iterator[Merged]:
    connection = connect(target, read_only=False, timeout=_TIMEOUT)
    try:
        for source in sources:
            yield _add(connection, target, source=source)
    finally:
        close(connection)


def _add(connection: sqlite3.Connection, target: Path, *, source: Path) -> Merged:
    with (
        closing(connect(source, read_only=True, timeout=_TIMEOUT)) as other,
        transaction(connection, target),
    ):
        other.execute("BEGIN")  # what a third process adds to the source now is left for later
        (found,) = next(_rows(other, "SELECT count(*) FROM run", path=source))
        start = connection.total_changes
        connection.executemany(ADD_RUN, _rows(other, _RUNS, path=source))
        added = connection.total_changes - start
        connection.executemany(_ADD_CHECKPOINT, _needed(connection, other, source=source))
        checkpoints = connection.total_changes - start - added
        remove_orphans(connection, target)
    return Merged(source=source, runs=added, known=found - added, checkpoints=checkpoints)


def _needed(
    connection: sqlite3.Connection, other: sqlite3.Connection, *, source: Path
) -> Iterator[Row]:
    """Yield the checkpoints of which the target lacks runs."""
    for row in _rows(other, _CHECKPOINTS, path=source):
        cohort, text = row[:2]
        members = members_of_text(text, cohort=cohort, path=source)
        if count_missing(connection, members):
            yield row


def _rows(connection: sqlite3.Connection, query: str, *, path: Path) -> Iterator[Row]:
    with translated(path):
        yield from connection.execute(query)
