"""Opening the SQLite file: making it, recognising it, and closing it so that it can be copied."""

import os
import sqlite3
import time
from collections.abc import Generator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

from nalm.errors import StoreError
from nalm.results._database import transaction, translated

APPLICATION = 0x6E616C6D  # "nalm": SQLite's place for whose file this is
VERSION = 1
MEMORY = ":memory:"
"""In place of a file: what is stored is gone with the connection."""

_SMALLEST = 512  # bytes of SQLite's smallest page; it would overwrite a file that is smaller
_SCHEMA = (
    # The blobs come last, the weights last of all: SQLite reads a row only as far as needed.
    """CREATE TABLE run (
        key TEXT NOT NULL PRIMARY KEY,
        seed INTEGER NOT NULL,
        seconds REAL NOT NULL,
        diverged INTEGER NOT NULL,
        description TEXT NOT NULL,
        trace BLOB NOT NULL,
        parameters BLOB NOT NULL
    )""",
    """CREATE TABLE checkpoint (
        cohort TEXT NOT NULL PRIMARY KEY,
        members TEXT NOT NULL,
        step INTEGER NOT NULL,
        arrays BLOB NOT NULL
    )""",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)


def connect(path: Path, *, read_only: bool, timeout: float) -> sqlite3.Connection:
    """Open a results file, and create it unless it is only read.

    Args:
        path: The file, or `MEMORY`.
        read_only: Whether to promise not to write.
        timeout: Seconds to wait for another process that writes.

    Returns:
        A connection in autocommit mode to a file of this version.

    Raises:
        StoreError: If the file is missing (to a reader), is not a results file, has another
            version, is damaged, or cannot be written (by a writer).

    Example:
        >>> import tempfile
        >>> from contextlib import closing
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder, "runs.db")
        ...     with closing(connect(path, read_only=False, timeout=5)) as connection:
        ...         connection.execute("PRAGMA user_version").fetchone()
        (1,)
    """
    with translated(path):
        if path.is_dir():
            raise StoreError(f"`path` must be a file; found the folder `{path}`. Add a file name.")
        if path.exists() and 0 < path.stat().st_size < _SMALLEST:
            raise StoreError(
                f"`path` must be a results file of nalm; found another file `{path}`. "
                "Give the path of a file that nalm wrote, or one that does not exist yet."
            )
        if read_only:
            return _connect_reader(path, timeout)
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = _connect(path, "mode=rwc", timeout=timeout)
        try:
            _prepare(connection, path, timeout)
        except BaseException:
            connection.close()
            raise
        return connection


def close(connection: sqlite3.Connection) -> None:
    """Close a connection; a second call does nothing.

    Args:
        connection: What `connect` returned.

    Example:
        >>> close(sqlite3.connect(":memory:"))
    """
    # The last to close empties the log into the file. Do it even while a reader is open, so
    # that the file alone can be copied; if it cannot be done, the log keeps what it holds.
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    connection.close()


def _connect(path: Path, options: str, *, timeout: float) -> sqlite3.Connection:
    # An absolute URI escapes the characters that SQLite would read as options.
    uri = MEMORY if str(path) == MEMORY else f"{path.absolute().as_uri()}?{options}"
    return sqlite3.connect(uri, uri=True, timeout=timeout, isolation_level=None)


def _connect_reader(path: Path, timeout: float) -> sqlite3.Connection:
    if not path.exists():
        raise StoreError(
            f"results file `{path}` must exist to be read; found nothing. "
            "Train something into it first, or correct the path."
        )
    # Readers of a write-ahead log share memory through a file beside it, which a folder that
    # cannot be written does not allow. Without a log, nothing changes and no sharing is needed.
    log = path.with_name(path.name + "-wal")
    logged = log.exists() and log.stat().st_size > 0
    effective = os.access in os.supports_effective_ids
    frozen = not logged and not os.access(path.parent, os.W_OK, effective_ids=effective)
    connection = _connect(path, "immutable=1" if frozen else "mode=ro", timeout=timeout)
    try:
        if _is_empty(connection, path):
            raise StoreError(
                f"results file `{path}` must hold runs to be read; found an empty file. "
                "Train something into it first, or correct the path."
            )
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path, timeout: float) -> None:
    # Recognise the file before the first change to it.
    if _is_empty(connection, path):
        _write_ahead(connection, timeout)
        with transaction(connection, path):
            if _is_empty(connection, path):  # no other process was faster
                for statement in _SCHEMA:
                    connection.execute(statement)
    # A commit must survive a power cut too; there is one per cohort, so it may cost a flush.
    connection.execute("PRAGMA synchronous = FULL")
    with transaction(connection, path):
        pass  # a file that cannot be written fails now, not after hours of training


def _write_ahead(connection: sqlite3.Connection, timeout: float) -> None:
    """Switch to a write-ahead log; SQLite does not itself wait for the lock that this needs."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _is_empty(connection: sqlite3.Connection, path: Path) -> bool:
    # One snapshot: another process may be creating the file between two questions.
    with nullcontext() if connection.in_transaction else _snapshot(connection):
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if (application, version, tables) == (0, 0, 0):
        return True
    if application != APPLICATION:
        raise StoreError(
            f"`path` must be a results file of nalm; found another program's database `{path}`. "
            "Give the path of a file that nalm wrote, or one that does not exist yet."
        )
    if version != VERSION:
        raise StoreError(
            f"results file `{path}` must have version {VERSION}; found version {version}. "
            "Open it with the release of nalm that wrote it, or store in another file."
        )
    return False


@contextmanager
def _snapshot(connection: sqlite3.Connection) -> Generator[None, None, None]:
    connection.execute("BEGIN")
    try:
        yield
    finally:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
