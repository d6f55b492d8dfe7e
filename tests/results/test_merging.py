"""Merged files hold what one writer would have stored, whole files at a time."""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.errors import InvalidValueError, StoreError
from nalm.results import Merged, Store, merge_stores
from tests.results.test_store import assert_same, make_run

COHORTS = {"one": "abc", "two": "d", "three": "ae"}
RUNS = st.sets(st.sampled_from("abcdef"))
STEPS = st.dictionaries(st.sampled_from(list(COHORTS)), st.integers(0, 3))


def fill(path, *, runs="", steps=None, **changes):
    with Store(path) as store:
        store.add([make_run(key, **changes) for key in runs])
        for cohort, step in (steps or {}).items():
            arrays = {"w": np.full(3, step)}
            store.save_checkpoint(cohort, list(COHORTS[cohort]), step=step, arrays=arrays)
    return path


def rows(path):
    """Return all that a file holds, bit by bit."""
    with closing(sqlite3.connect(path)) as connection:
        tables = "run ORDER BY key", "checkpoint ORDER BY cohort"
        return [connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables]


def merged(target, *sources):
    return list(merge_stores(target, sources))


@given(st.lists(st.tuples(RUNS, STEPS), min_size=1, max_size=4), st.booleans())
def test_shards_of_any_split_become_the_store_of_one_writer(shards, begun):
    with tempfile.TemporaryDirectory() as folder:
        paths = [
            fill(Path(folder, f"{number}.db"), runs=runs, steps=steps)
            for number, (runs, steps) in enumerate(shards)
        ]
        together = {key for runs, _ in shards for key in runs}
        latest = {
            cohort: max(found)
            for cohort, members in COHORTS.items()
            if (found := [steps[cohort] for _, steps in shards if cohort in steps])
            and not together.issuperset(members)
        }
        one = fill(Path(folder, "one.db"), runs=together, steps=latest)
        target = paths.pop(0) if begun and len(paths) > 1 else Path(folder, "all.db")
        sources = [path.read_bytes() for path in paths]
        merged(target, *paths)
        assert rows(target) == rows(one)
        merged(target, *paths)
        assert rows(target) == rows(one)
        assert [path.read_bytes() for path in paths] == sources


def test_it_says_what_each_file_added(tmp_path):
    first = fill(tmp_path / "a.db", runs="abc", steps={"two": 1})
    second = fill(tmp_path / "b.db", runs="cd", steps={"three": 1})
    assert merged(tmp_path / "new" / "all.db", first, second) == [
        Merged(source=first, runs=3, known=0, checkpoints=1),
        Merged(source=second, runs=1, known=1, checkpoints=1),
    ]
    again = merged(tmp_path / "new" / "all.db", first, second)
    assert [(each.runs, each.known, each.checkpoints) for each in again] == [(0, 3, 0), (0, 2, 0)]
    with Store(tmp_path / "new" / "all.db") as store:
        assert store.keys() == set("abcd")
        assert_same(store.load(["d"])[0], make_run("d"))


def test_stored_runs_and_later_checkpoints_stay(tmp_path):
    target = fill(tmp_path / "a.db", runs="a", steps={"one": 5, "two": 1}, seconds=1.0)
    source = fill(tmp_path / "b.db", runs="ab", steps={"one": 3, "two": 2}, seconds=2.0)
    merged(target, source)
    with Store(target) as store:
        assert [run.seconds for run in store.load(["a", "b"])] == [1.0, 2.0]
        assert store.load_checkpoint("one").step == 5
        assert store.load_checkpoint("two").step == 2
        assert store.load_checkpoint("two").arrays["w"].tolist() == [2, 2, 2]


def test_a_checkpoint_whose_runs_another_file_has_is_not_kept(tmp_path):
    target = fill(tmp_path / "a.db", runs="a", steps={"one": 5})
    source = fill(tmp_path / "b.db", runs="bc", steps={"three": 1, "two": 1})
    last = fill(tmp_path / "c.db", runs="d", steps={"one": 9})
    merged(target, source, last)
    with Store(target) as store:
        assert [each.cohort for each in store.unfinished()] == ["three"]


def test_runs_that_another_process_still_writes_are_read_whole(tmp_path):
    source = tmp_path / "b.db"
    with Store(source) as writer:
        writer.add([make_run("a")])
        assert [each.runs for each in merged(tmp_path / "a.db", source)] == [1]
        writer.add([make_run("b")])


# ── Nothing is written unless all files can be read ───────────────────────────────────────────────


def damaged(path):
    fill(path, runs=[str(number) for number in range(200)])
    content = bytearray(path.read_bytes())
    content[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
    path.write_bytes(content)


def flipped(path):
    fill(path, runs="a")
    with closing(sqlite3.connect(path)) as connection, connection:
        (blob,) = connection.execute("SELECT parameters FROM run").fetchone()
        blob = blob[:-1] + bytes([blob[-1] ^ 1])
        connection.execute("UPDATE run SET parameters = ?", [blob])


def other_version(path):
    fill(path, runs="a")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 9")


def without_a_table(path):
    fill(path, runs="a")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE checkpoint")


BAD = {
    "missing": (lambda path: None, "must exist to be read"),
    "empty": (lambda path: path.touch(), "found an empty file"),
    "a folder": (Path.mkdir, "must be a file"),
    "text": (lambda path: path.write_text("experiment,unit\n" * 100), "not a database"),
    "damaged": (damaged, "damage|malformed"),
    "with a wrong bit in a run": (flipped, "the arrays of 'a' differ from their checksum"),
    "of another version": (other_version, "must have version 1; found version 9"),
    "without a table": (without_a_table, "no such table"),
}


@pytest.mark.parametrize("begun", [True, False])
@pytest.mark.parametrize("name", BAD)
def test_a_file_that_cannot_be_read_is_refused_before_anything_is_written(tmp_path, name, begun):
    make, message = BAD[name]
    target, good, bad = (tmp_path / f"{each}.db" for each in ("all", "good", "bad"))
    fill(good, runs="ab")
    make(bad)
    if begun:
        fill(target, runs="a")
    before = target.read_bytes() if begun else None
    with pytest.raises(StoreError, match=message) as caught:
        merge_stores(target, [good, bad])
    assert "bad.db" in str(caught.value)
    assert (target.read_bytes() if target.exists() else None) == before


@pytest.mark.parametrize("name", ["damaged", "of another version", "without a table", "text"])
def test_a_target_that_cannot_be_used_is_refused_and_stays_as_it_is(tmp_path, name):
    make, message = BAD[name]
    make(tmp_path / "bad.db")
    before = (tmp_path / "bad.db").read_bytes()
    good = fill(tmp_path / "good.db", runs="ab")
    with pytest.raises(StoreError, match=rf"(?s)bad\.db.*({message})"):
        merge_stores(tmp_path / "bad.db", [good])
    assert (tmp_path / "bad.db").read_bytes() == before


def test_the_target_is_no_source_of_itself(tmp_path):
    target = fill(tmp_path / "a.db", runs="a")
    good = fill(tmp_path / "b.db", runs="b")
    (tmp_path / "link.db").symlink_to(target)
    for same in (target, tmp_path / "link.db", tmp_path / "." / "a.db"):
        with pytest.raises(InvalidValueError, match="which is the same file"):
            merge_stores(target, [good, same])
    with Store(target) as store:
        assert store.keys() == {"a"}


def test_a_file_whose_damage_shows_late_adds_nothing_and_the_others_stay(tmp_path):
    first, second = fill(tmp_path / "a.db", runs="ab"), fill(tmp_path / "b.db", runs="bc")
    steps = merge_stores(tmp_path / "all.db", [first, second])
    assert next(steps).runs == 2
    fill(second, steps={"one": 1})
    with closing(sqlite3.connect(second)) as connection, connection:
        connection.execute("UPDATE checkpoint SET members = '{'")
    with pytest.raises(StoreError, match=r"b\.db.*the checkpoint of cohort 'one'"):
        next(steps)
    with Store(tmp_path / "all.db") as store:
        assert store.keys() == set("ab")


def test_while_another_process_writes_the_target_it_waits(tmp_path, monkeypatch):
    monkeypatch.setattr("nalm.results._merging._TIMEOUT", 0.1)
    target, source = fill(tmp_path / "a.db", runs="a"), fill(tmp_path / "b.db", runs="b")
    with closing(sqlite3.connect(target, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"a\.db.*Another process is writing"):
            merged(target, source)
    assert merged(target, source)[0].runs == 1
