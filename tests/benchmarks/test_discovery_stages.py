import os
import subprocess
import sys
from pathlib import Path

import pytest

from discovery_changed import Change, changed, labels
from discovery_runs import Fit
from discovery_stages import planned, sets, spread, table
from nalm.discovery import PowerProduct, RandomStarts, Structure

ROOT = Path(__file__).parents[2]
FLOW = Fit(
    set="handbook", problem="Manning", klass="A", method="nalm", noise=0.0, seed=0,
    rows=60, max_time=60.0,
)  # fmt: skip


def test_what_is_chosen_is_spread_over_a_set():
    assert spread("abcdefgh", 2) == ["c", "g"]
    assert spread("abc", 7) == spread("abc", None) == ["a", "b", "c"]


def test_random_starts_can_be_left_out_by_their_structure_too():
    assert labels(PowerProduct()) == ["PowerProduct"]
    structure = Structure(terms=1, sums=(2,))
    assert labels(RandomStarts(structure)) == ["RandomStarts", str(structure)]


def row(without, found, verdict, *, problem="p", noise="0.01", seconds=2.0, due=""):
    return {
        "set": "s", "problem": problem, "noise": noise, "rows": "9", "max_time": "8.0",
        "without": without, "found": str(found), "verdict": verdict, "seconds": str(seconds),
        "due": due,
    }  # fmt: skip


def test_what_is_lost_and_gained_is_counted():
    lines = table([
        row("", True, "law"), row("One", False, "law", seconds=0.5),
        row("Two", True, "undecided"),
        row("", False, "undecided", problem="q"), row("One", True, "law", problem="q"),
        row("", True, "law", noise="0.0"),
    ]).splitlines()[2:]  # fmt: skip
    assert lines == [
        "| none | 0% | 1 | 1 found | | 1 called | | 0 | 2 in all |",
        "| none | 1% | 2 | 1 found | | 1 called | | 0 | 4 in all |",
        "| `One` | 1% | 2 | 1 | 1 | 1 | 1 | +1 | +2 |",
        "| `Two` | 1% | 1 | 0 | 0 | 1 | 0 | +0 | +0 |",
    ]


@pytest.mark.thorough
def test_the_first_product_is_all_that_a_product_needs():
    whole = changed(FLOW, Change())
    assert whole["found"] is True
    assert whole["verdict"] == "law"
    assert whole["due"] == ["PowerProduct"]
    without = changed(FLOW, Change(without="PowerProduct"))
    assert "PowerProduct" not in without["due"]
    assert "RandomStarts" in without["due"]


@pytest.mark.slow
def test_a_run_is_kept_and_not_repeated(tmp_path):
    out = tmp_path / "stages.csv"
    script = ROOT / "benchmarks" / "discovery_stages.py"
    command = [sys.executable, script, "run", "--set", "handbook", "--each", "1", "--noise", "0",
               "--out", out]  # fmt: skip
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    first, second = (
        subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        for _ in range(2)
    )
    assert "1/1 handbook" in first.stderr
    assert second.stderr == ""
    assert first.stdout == second.stdout
    assert "| none | 0% | 1 |" in first.stdout


def test_unknown_sets_are_refused():
    with pytest.raises(Exception, match="no-such-set"):
        sets("handbook,no-such-set")


def test_small_sets_have_as_many_rows_as_in_the_docs():
    class Wanted:
        set, each, noise, max_time = ["handbook", "random"], 2, [0.0], 8.0

    assert [fit.rows for fit in planned(Wanted)] == [100, 100, 1000, 1000]
