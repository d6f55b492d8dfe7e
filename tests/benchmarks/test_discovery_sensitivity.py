import json
import os
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from discovery_rejudging import judgements, searched, variations
from discovery_runs import Fit
from discovery_sensitivity import RULES, table
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES

ROOT = Path(__file__).parents[2]
RADIUS = Fit(
    set="handbook",
    problem="Schwarzschild radius",
    klass="A",
    method="nalm",
    noise=0.01,
    seed=0,
    rows=60,
    max_time=60.0,
)


def test_each_number_is_halved_and_doubled():
    changed = dict(variations())
    assert len(changed) == 2 * len(asdict(VERDICT_RULES))
    assert changed["close/half"] == replace(VERDICT_RULES, close=10.0)
    assert changed["many/half"].many == 2  # three constants, or two: no law has one and a half
    assert changed["usual/double"].usual == 1.0  # a share
    assert all(rules != VERDICT_RULES for rules in changed.values())
    searches = dict(variations(RULES["search"]))
    assert searches["patience/double"].patience == 2 * RULES["search"].patience
    assert searches["judged_rows/half"].judged_rows == 1500


@pytest.fixture(scope="module")
def search():
    return searched(RADIUS)


@pytest.mark.thorough
def test_the_verdict_of_a_search_is_repeated_without_searching(search):
    kept, model = search
    chosen, word, kind = kept.again(VERDICT_RULES)
    assert (word, kind) == (model.verdict_.value, model.discoveries_[0].reason.kind.value)
    missed = replace(VERDICT_RULES, contradicted=0.0)
    assert kept.again(missed)[1:] == ("approximation", "held_out_rows_missed")
    assert kept.again(VERDICT_RULES)[0] is chosen


@pytest.mark.thorough
def test_a_number_that_is_not_read_is_not_tried(search):
    found = judgements(RADIUS, *search)
    assert found["now"] == [True, "law", "predicts"]
    assert found["loose/half"][0] is True
    assert any(name not in found for name, _ in variations())
    for name, rules in variations():
        if name not in found:
            assert found["now"][1:] == list(search[0].again(rules)[1:])


OUTCOMES = [
    {"now": [True, "law", "predicts"], "close/double": [True, "undecided", "rival"]},
    {"now": [False, "undecided", "rival"], "close/half": [False, "law", "predicts"]},
    {"now": [False, "law", "predicts"], "many/half": [False, "undecided", "many_constants"]},
    {"now": [True, "undecided", "rival"], "far_share/half": [True, "undecided", "longer_rival"]},
]


def test_false_and_missed_laws_are_counted():
    lines = table(OUTCOMES).splitlines()
    now = "4 searches; 2 laws found; as the rules are, 1 false laws and 1 missed."
    assert lines[0] == now
    rows = {line.split("`")[1]: line for line in lines[4:]}
    assert list(rows)[:3] == ["close", "many", "far_share"]
    assert rows["close"] == "| `close` | 20 | 2 | 1 | 1 | 2 |"
    assert rows["many"] == "| `many` | 3 | 0 | 1 | 1 | 1 |"
    assert rows["far_share"] == "| `far_share` | 0.3333 | 1 | 1 | 1 | 1 |"
    assert rows["wild"] == "| `wild` | 1000 |  |  |  |  |"  # it decides nothing here
    assert set(rows) == set(asdict(VERDICT_RULES))


def test_numbers_that_steer_the_search_are_counted_too():
    outcomes = [{"now": [True, "law", ""], "patience/half": [False, "approximation", ""]}]
    rows = table(outcomes, RULES["search"]).splitlines()[4:]
    assert len(rows) == len(asdict(RULES["search"]))
    assert rows[0] == f"| `patience` | {RULES['search'].patience} | 0 | 0 | 1 | 0 |"


@pytest.mark.slow
def test_a_run_is_kept_and_not_repeated(tmp_path):
    out = tmp_path / "kept.jsonl"
    script = ROOT / "benchmarks" / "discovery_sensitivity.py"
    chosen = ["--set", "handbook", "--problems", "Schwarzschild radius", "--rows", "60"]
    command = [sys.executable, script, *chosen, "--max-time", "60", "--out", out]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    runs = [
        subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        for _ in range(2)
    ]
    assert "1/1 handbook Schwarzschild radius" in runs[0].stderr
    assert "0 searches" in runs[1].stderr
    assert runs[0].stdout == runs[1].stdout
    assert "1 searches; 1 laws found" in runs[0].stdout
    [line] = out.read_text("utf-8").splitlines()
    assert json.loads(line)["found"]["now"][0] is True
