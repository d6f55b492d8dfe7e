"""The table of checkpoints: cohorts in the middle of their training, and what is left of them."""

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import final

from nalm.results._database import chunks, size, transaction, translated
from nalm.results._records import Checkpoint
from nalm.results._rows import checkpoint_of_row, members_of_text, row_of_checkpoint


@final
@dataclass(frozen=True, kw_only=True)
class UnfinishedCohort:
    """Describe the checkpoint of a cohort, without its arrays.

    Args:
        cohort: Name of the cohort.
        step: Number of optimiser steps done.
        members: Keys of its runs, in the order of its arrays.
        missing: How many of them are not stored.
        size: Bytes of the arrays.

    Example:
        >>> UnfinishedCohort(cohort="a", step=10, members=("b",), missing=0, size=99).is_orphaned
        True
    """

    cohort: str
    step: int
    members: tuple[str, ...]
    missing: int
    size: int

    @property
    def is_orphaned(self) -> bool:
        """Whether all of its runs are stored, so that no training will ask for it again."""
        return self.missing == 0


@final
@dataclass(frozen=True, kw_only=True)
class Pruned:
    """Say what was removed from a results file.

    Args:
        checkpoints: Number of orphaned checkpoints.
        size: Bytes by which the file has become smaller.
    """

    checkpoints: int
    size: int


def save(connection: sqlite3.Connection, checkpoint: Checkpoint, *, path: Path) -> None:
    """Replace a cohort's checkpoint, in one transaction.

    Args:
        connection: A connection that may write.
        checkpoint: What to save.
        path: The file, named in the message.

    Raises:
        InvalidTypeError: If an array holds something other than numbers.
        StoreError: If the file cannot be written; the previous checkpoint is still there.
    """
    row = row_of_checkpoint(checkpoint)
    with transaction(connection, path):
        connection.execute("REPLACE INTO checkpoint VALUES (?, ?, ?, ?)", row)


def load(connection: sqlite3.Connection, cohort: str, *, path: Path) -> Checkpoint | None:
    """Return a cohort's last checkpoint; None if it has none.

    Args:
        connection: Any connection.
        cohort: Name of the cohort.
        path: The file, named in the message.

    Raises:
        StoreError: If the file cannot be read or the checkpoint is damaged.
    """
    query = "SELECT cohort, members, step, arrays FROM checkpoint WHERE cohort = ?"
    with translated(path):
        row = connection.execute(query, (cohort,)).fetchone()
    return None if row is None else checkpoint_of_row(row, path)


def unfinished(connection: sqlite3.Connection, path: Path) -> list[UnfinishedCohort]:
    """Describe all checkpoints, those of most steps first.

    Args:
        connection: Any connection.
        path: The file, named in the message.

    Raises:
        StoreError: If the file cannot be read or a list of runs is damaged.
    """
    # SQLite knows the length of a blob without reading it.
    query = (
        "SELECT cohort, members, step, length(arrays) FROM checkpoint ORDER BY step DESC, cohort"
    )
    with translated(path):
        rows = connection.execute(query).fetchall()
        found: list[UnfinishedCohort] = []
        for cohort, text, step, length in rows:
            members = members_of_text(text, cohort=cohort, path=path)
            found.append(
                UnfinishedCohort(
                    cohort=cohort,
                    step=step,
                    members=tuple(members),
                    missing=count_missing(connection, members),
                    size=length,
                )
            )
    return found


def count_missing(connection: sqlite3.Connection, keys: Collection[str]) -> int:
    """Count the keys of runs that are not stored.

    Args:
        connection: Any connection.
        keys: Any number of keys.
    """
    left = sorted(set(keys))
    missing = len(left)
    for chunk, listed in chunks(left):
        query = f"SELECT count(*) FROM run WHERE key IN {listed}"
        missing -= connection.execute(query, chunk).fetchone()[0]
    return missing


def remove_orphans(connection: sqlite3.Connection, path: Path) -> int:
    """Delete the checkpoints of cohorts whose runs are all stored.

    Args:
        connection: A connection inside a transaction.
        path: The file, named in the message.

    Returns:
        How many there were.
    """
    orphans = [(each.cohort,) for each in unfinished(connection, path) if each.is_orphaned]
    connection.executemany("DELETE FROM checkpoint WHERE cohort = ?", orphans)
    return len(orphans)


def prune(connection: sqlite3.Connection, path: Path) -> Pruned:
    """Remove orphaned checkpoints, and return unused space to the file system.

    Args:
        connection: A connection that may write.
        path: The file, named in the message.

    Raises:
        StoreError: If the file cannot be written; it holds all of its runs.
    """
    with translated(path):
        before = size(connection)
        with transaction(connection, path):
            removed = remove_orphans(connection, path)
        connection.execute("VACUUM")
        # The log holds the whole new file until it is emptied.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return Pruned(checkpoints=removed, size=before - size(connection))
