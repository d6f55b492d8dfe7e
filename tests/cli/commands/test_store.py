import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np

from nalm.cli._commands import _store
from nalm.experiments import quick
from nalm.results import Store
from tests.cli.examples import NAME, fill, nalm, small_experiment


def save_checkpoints():
    """Save one of runs that are stored, and one of runs of which some are missing."""
    runs = [run.key for run in small_experiment().runs()]
    with Store("nalm.db") as store:
        for cohort, members, step in (("orphaned", runs[:5], 40_000), ("going", runs, 2000)):
            arrays = {"w": np.random.RandomState(0).rand(10_000)}
            store.save_checkpoint(f"{cohort}-{'0' * 56}", members, step=step, arrays=arrays)


def cells(line):
    return line.split()


def test_a_file_says_what_it_holds():
    fill("nalm.db", small_experiment(), runs=5)
    fill("nalm.db", quick(replace(small_experiment(), first_seed=90)))
    outcome = nalm("store")
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    with Store("nalm.db", read_only=True) as store:
        others = len(store.keys()) - 5
    assert lines[0].startswith("nalm.db: ")
    assert lines[0].endswith(f"kB, {5 + others} runs")
    assert [NAME, "5", "of", "16"] in map(cells, lines)
    assert ["other", str(others)] in map(cells, lines)
    assert lines[-1] == "No unfinished cohorts."
    assert nalm("store", "--info").out == outcome.out


def test_experiments_without_runs_and_others_are_left_out():
    fill("nalm.db", small_experiment())
    out = nalm("store").out
    assert "16 of 16" in out
    assert "other" not in out
    Store("empty.db").close()
    first, *rest = nalm("store", "--store", "empty.db").out.splitlines()
    assert first.startswith("empty.db: ") and first.endswith("kB, 0 runs")
    assert rest == ["No unfinished cohorts."]


def test_unfinished_cohorts_and_whether_their_runs_are_missing():
    fill("nalm.db", small_experiment(), runs=5)
    save_checkpoints()
    out = nalm("store").out
    rows = [cells(line)[:4] for line in out.splitlines()]
    assert ["orphaned-000", "40,000", "5", "0"] in rows
    assert ["going-000000", "2,000", "16", "11"] in rows
    assert "Unfinished cohorts: 2, " in out
    assert "`nalm store --prune` removes those of which no run is missing." in out


def test_pruning_says_what_it_removed_and_keeps_all_runs():
    fill("nalm.db", small_experiment(), runs=5)
    save_checkpoints()
    before = Path("nalm.db").stat().st_size
    out = nalm("store", "--prune").out
    assert out.startswith("Orphaned checkpoints removed from nalm.db: 1. Space freed: ")
    assert before - Path("nalm.db").stat().st_size > 70_000
    out = nalm("store").out
    assert "5 of 16" in out
    assert "Unfinished cohorts: 1, " in out
    assert "--prune" not in out
    assert "removed from nalm.db: 0. Space freed: 0 bytes." in nalm("store", "--prune").out


def test_pruning_is_refused_while_another_process_writes(monkeypatch):
    monkeypatch.setattr(_store, "TIMEOUT", 0.1)
    fill("nalm.db", small_experiment(), runs=5)
    save_checkpoints()
    with closing(sqlite3.connect("nalm.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        outcome = nalm("store", "--prune")
    assert outcome.code == 1
    assert "Another process is writing: wait until it ends" in outcome.err
    assert "Unfinished cohorts: 2, " in nalm("store").out


def test_a_missing_file_is_not_created():
    for words in ((), ("--prune",)):
        outcome = nalm("store", *words, "--store", "no.db")
        assert outcome.code == 1
        assert "no.db` must exist to be read" in outcome.err
    assert list(Path().iterdir()) == []
