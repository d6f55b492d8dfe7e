from pathlib import Path

from nalm.results import Store
from tests.cli.examples import fill, nalm, small_experiment


def keys(path):
    with Store(path, read_only=True) as store:
        return store.keys()


def test_runs_trained_apart_are_reported_together():
    fill("a.db", small_experiment(), runs=5)
    fill("b.db", small_experiment())
    outcome = nalm("merge", "all.db", "a.db", "b.db")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines() == [
        "From a.db to all.db: 5 runs added.",
        "From b.db to all.db: 11 runs added, 5 were there already.",
    ]
    assert "complete" in nalm("list", "--store", "all.db").out
    assert "0 runs added, 16 were there already" in nalm("merge", "all.db", "b.db").out


def test_checkpoints_are_counted():
    fill("a.db", small_experiment(), runs=5)
    with Store("a.db") as store:
        store.save_checkpoint("cohort", ["missing"], step=3, arrays={})
    assert "5 runs added, 1 checkpoints added." in nalm("merge", "all.db", "a.db").out


def test_a_file_that_is_missing_or_damaged_has_code_1_and_nothing_is_written():
    fill("a.db", small_experiment(), runs=5)
    Path("bad.db").write_bytes(Path("a.db").read_bytes()[:6000])
    for bad in ("missing.db", "bad.db"):
        outcome = nalm("merge", "all.db", "a.db", bad)
        assert (outcome.code, outcome.out) == (1, "")
        assert bad in outcome.err
        assert not Path("all.db").exists()


def test_the_same_file_and_no_file_at_all_have_code_2():
    fill("a.db", small_experiment(), runs=5)
    outcome = nalm("merge", "a.db", "./a.db")
    assert outcome.code == 2
    assert "which is the same file" in outcome.err
    assert nalm("merge", "a.db").code == 2
    assert len(keys("a.db")) == 5
