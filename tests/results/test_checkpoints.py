"""Checkpoints that are left: which cohorts they belong to, and which of them nobody needs."""

import sqlite3
from contextlib import closing

import numpy as np
import pytest

from nalm.errors import StoreError
from nalm.results import Pruned, Store, UnfinishedCohort
from tests.results.test_store import make_run

BIG = {"w": np.random.RandomState(0).rand(50_000)}


def test_an_unfinished_cohort_is_described_without_its_arrays(store, path):
    assert store.unfinished() == []
    store.add([make_run("a")])
    store.save_checkpoint("early", ["a", "b"], step=10, arrays={"w": np.zeros(2)})
    store.save_checkpoint("late", ["b", "c"], step=20, arrays=BIG)
    late, early = store.unfinished()
    assert early == UnfinishedCohort(
        cohort="early", step=10, members=("a", "b"), missing=1, size=early.size
    )
    assert (late.cohort, late.step, late.missing) == ("late", 20, 2)
    with closing(sqlite3.connect(path)) as connection:
        (size,) = connection.execute(
            "SELECT length(arrays) FROM checkpoint WHERE cohort = 'late'"
        ).fetchone()
    assert late.size == size > 300_000


def test_a_cohort_of_many_runs_is_looked_up_whole(store):
    keys = [f"{number:04}" for number in range(1200)]
    store.add([make_run(key, length=1) for key in keys[:-1]])
    store.save_checkpoint("cohort", keys, step=1, arrays={})
    (found,) = store.unfinished()
    assert (len(found.members), found.missing, found.is_orphaned) == (1200, 1, False)
    store.add([make_run(keys[-1])])
    assert store.unfinished()[0].is_orphaned


def test_pruning_removes_exactly_the_checkpoints_whose_runs_are_all_stored(store, path):
    store.add([make_run(key) for key in "abc"])
    for cohort, members in (("all", "ab"), ("part", "cd"), ("none", "ef"), ("one", "c")):
        store.save_checkpoint(cohort, list(members), step=1, arrays=BIG)
    before = store.size
    found = store.prune()
    assert found.checkpoints == 2
    assert found.size == before - store.size > 2 * 300_000
    assert {each.cohort for each in store.unfinished()} == {"part", "none"}
    assert store.keys() == set("abc")
    assert len(store.load(["a", "b", "c"])) == 3
    assert path.stat().st_size == store.size
    assert store.prune() == Pruned(checkpoints=0, size=0)


def test_what_was_replaced_before_is_freed_too(store):
    store.save_checkpoint("cohort", ["a"], step=1, arrays=BIG)
    store.save_checkpoint("cohort", ["a"], step=2, arrays={})
    found = store.prune()
    assert found.checkpoints == 0
    assert found.size > 300_000
    assert store.load_checkpoint("cohort").step == 2


def test_while_another_process_writes_nothing_is_removed(path):
    with Store(path, timeout=0.1) as store:
        store.add([make_run("a")])
        store.save_checkpoint("cohort", ["a"], step=1, arrays={})
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="Another process is writing: wait"):
                store.prune()
        assert len(store.unfinished()) == 1
        assert store.prune().checkpoints == 1


def test_a_reader_cannot_prune(path):
    Store(path).close()
    with Store(path, read_only=True) as store, pytest.raises(StoreError, match="readonly"):
        store.prune()


def test_a_garbled_list_of_runs_is_an_error(store, path):
    store.save_checkpoint("cohort", ["a"], step=1, arrays={})
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE checkpoint SET members = '{'")
    for use in (store.unfinished, store.prune):
        with pytest.raises(StoreError, match=r"the checkpoint of cohort 'cohort'.*found damage"):
            use()
