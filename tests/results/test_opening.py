import sqlite3
from contextlib import closing
from pathlib import Path

from nalm.results._opening import APPLICATION, MEMORY, VERSION, close, connect


def test_a_new_file_says_whose_it_is_and_which_version(tmp_path):
    path = tmp_path / "runs.db"
    with closing(connect(path, read_only=False, timeout=5)) as connection:
        pragmas = ["application_id", "user_version", "journal_mode", "synchronous"]
        values = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]
    assert values == [APPLICATION, VERSION, "wal", 2]
    assert (APPLICATION.to_bytes(4, "big"), VERSION) == (b"nalm", 1)


def test_a_second_opening_changes_nothing(tmp_path):
    path = tmp_path / "runs.db"
    connect(path, read_only=False, timeout=5).close()
    content = path.read_bytes()
    connect(path, read_only=False, timeout=5).close()
    assert path.read_bytes() == content


def test_a_closed_file_is_whole_without_its_log(tmp_path):
    path = tmp_path / "runs.db"
    connection = connect(path, read_only=False, timeout=5)
    connection.execute("INSERT INTO checkpoint VALUES ('cohort', '[]', 1, x'00')")
    with closing(connect(path, read_only=True, timeout=5)) as reader:
        close(connection)
        close(connection)
        copy = tmp_path / "copy.db"
        copy.write_bytes(path.read_bytes())
        reader.execute("SELECT 1")
    with closing(sqlite3.connect(copy)) as found:
        assert found.execute("SELECT cohort FROM checkpoint").fetchall() == [("cohort",)]


def test_what_is_in_memory_leaves_no_file_and_is_shared_with_nobody(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with closing(connect(Path(MEMORY), read_only=False, timeout=5)) as connection:
        connection.execute("INSERT INTO checkpoint VALUES ('cohort', '[]', 1, x'00')")
        with closing(connect(Path(MEMORY), read_only=False, timeout=5)) as other:
            assert other.execute("SELECT count(*) FROM checkpoint").fetchone() == (0,)
        assert list(tmp_path.iterdir()) == []
