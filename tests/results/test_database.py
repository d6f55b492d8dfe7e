import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from nalm.errors import StoreError
from nalm.results._database import transaction, translated

PATH = Path("folder") / "runs.db"


@pytest.mark.parametrize(
    ("said", "advice"),
    [
        ("database or disk is full", "Free some space"),
        ("database is locked", "Another process is writing"),
        ("locking protocol", "cannot lock files"),
        ("attempt to write a readonly database", "Make the file and its folder writable"),
        ("unable to open database file", "readable and writable"),
        ("file is not a database", "a file that nalm wrote"),
        ("database disk image is malformed", "restore a copy"),
        ("disk I/O error", "Check the disk"),
        ("string or blob too big", "fewer runs"),
        ("Cannot operate on a closed database.", "Open the store again"),
        ("something new", "restore a copy"),
    ],
)
def test_every_complaint_names_the_file_and_says_what_to_do(said, advice):
    with pytest.raises(StoreError) as caught, translated(PATH):
        raise sqlite3.OperationalError(said)
    assert all(text in str(caught.value) for text in (str(PATH), said, advice))
    assert isinstance(caught.value.__cause__, sqlite3.OperationalError)


def test_other_errors_pass_unchanged():
    for error in (KeyboardInterrupt, ZeroDivisionError):
        with pytest.raises(error), translated(PATH):
            raise error
    with pytest.raises(StoreError, match="as it was"), translated(PATH):
        raise StoreError("as it was")


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError, sqlite3.OperationalError])
def test_a_transaction_is_whole_or_nothing(error):
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE run (key TEXT)")
        with pytest.raises((error, StoreError)), transaction(connection, PATH):
            connection.execute("INSERT INTO run VALUES ('a')")
            raise error
        assert not connection.in_transaction
        assert connection.execute("SELECT * FROM run").fetchall() == []
        with transaction(connection, PATH):
            connection.execute("INSERT INTO run VALUES ('b')")
        assert connection.execute("SELECT * FROM run").fetchall() == [("b",)]
