"""The SQLite file: transactions, and errors that say what to do."""

import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from nalm.errors import StoreError

_DAMAGED = "Move it away and restore a copy, or recover what is left with `sqlite3 FILE .recover`."
_ADVICE = {  # what SQLite says -> what to do about it
    "full": "Free some space and run again: everything stored before is intact.",
    "locked": "Another process is writing: wait until it ends, or store in another file.",
    "locking": "The file system cannot lock files: store on a local disk.",
    "readonly": "Make the file and its folder writable, or open it with `read_only=True`.",
    "unable to open": "Make the file and its folder readable and writable, or use another path.",
    "no such file": "Use a path in a folder that exists or can be made.",
    "permission": "Make the folder writable, or use a path in another folder.",
    "not a database": "Give the path of a file that nalm wrote, or one that does not exist yet.",
    "disk i/o": "Check the disk, its quota and its free space, then run again: everything stored "
    "before is intact.",
    "too big": "Store fewer runs per cohort.",
    "closed": "Open the store again: it works only inside its `with` block.",
    "thread": "Open a store of its own in each thread.",
}

_CHUNK = 500  # below the number of variables that every SQLite allows in a statement


def chunks(keys: Sequence[str]) -> Iterator[tuple[Sequence[str], str]]:
    """Cut keys into parts that a statement can take.

    Args:
        keys: Any number of keys.

    Yields:
        Keys, and the text of the list to compare with them.

    Example:
        >>> list(chunks(["a", "b"]))
        [(['a', 'b'], '(?, ?)')]
    """
    for start in range(0, len(keys), _CHUNK):
        chunk = keys[start : start + _CHUNK]
        yield chunk, f"({', '.join('?' * len(chunk))})"


@contextmanager
def translated(path: Path) -> Generator[None, None, None]:
    """Turn what goes wrong with the file into a `StoreError` that says what to do.

    Args:
        path: The file, named in the message.

    Yields:
        Nothing; wrap the statements that use the file.

    Raises:
        StoreError: If SQLite or the operating system reports an error.

    Example:
        >>> with translated(Path("runs.db")):
        ...     pass
    """
    try:
        yield
    except StoreError:
        raise
    # SQLite quotes the file in its messages; quoting damage may not even be text.
    except (sqlite3.Error, OSError, OverflowError, UnicodeDecodeError) as error:
        said = str(error).lower()
        advice = next((text for phrase, text in _ADVICE.items() if phrase in said), _DAMAGED)
        raise StoreError(
            f"results file `{path}` must be usable; found: {error}. {advice}"
        ) from error


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Generator[None, None, None]:
    """Write everything in the block, or nothing of it.

    Args:
        connection: An open connection in autocommit mode.
        path: The file, named in the message.

    Yields:
        Nothing; wrap the statements that belong together.

    Raises:
        StoreError: If the file cannot be written; it holds what it held before.

    Example:
        >>> from contextlib import closing
        >>> connection = sqlite3.connect(":memory:", isolation_level=None)
        >>> with closing(connection), transaction(connection, Path("runs.db")):
        ...     _ = connection.execute("CREATE TABLE run (key TEXT)")
    """
    with translated(path):
        # A deferred transaction asks for the write lock in its middle, where waiting may not help.
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            # SQLite has often rolled back already; a second failure must not hide the first.
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise


def size(connection: sqlite3.Connection) -> int:
    """Return the bytes of a results file, with what its log holds.

    Args:
        connection: Any connection to it.

    Returns:
        Whole pages, used or not.

    Example:
        >>> from contextlib import closing
        >>> with closing(sqlite3.connect(":memory:")) as connection:
        ...     size(connection)
        0
    """
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (bytes_each,) = connection.execute("PRAGMA page_size").fetchone()
    return pages * bytes_each
