import json
import os
import subprocess
import sys

import pytest

from nalm.cli._laboratory._listing import read_listing
from nalm.results import Store
from tests.cli.examples import CURVE, NAME, fill, nalm, small_experiment


def test_every_entry_with_its_source_and_cost():
    out = nalm("list").out
    for text in (NAME, CURVE, "Figure 3", "Small numbers", "16", "computed"):
        assert text in out
    assert "nalm.db" not in out


def test_the_state_in_the_store():
    fill("nalm.db", small_experiment(), runs=5)
    assert "5 of 16" in nalm("list").out
    fill("nalm.db", small_experiment())
    assert "complete" in nalm("list").out


def test_it_loads_neither_the_catalogue_nor_pytorch(tmp_path):
    with Store(tmp_path / "nalm.db"):
        pass
    script = "import sys; from nalm.cli import main; main(['list'], standalone_mode=False)"
    done = subprocess.run(
        [sys.executable, "-c", f"{script}; print(*sys.modules)"], capture_output=True, text=True
    )
    *lines, loaded = done.stdout.splitlines()
    assert any(NAME in line for line in lines)
    assert not {"torch", "pandas", "nalm.experiments"} & set(loaded.split())


@pytest.mark.parametrize("columns", ["20", "80", "300"])
def test_a_pipe_gets_whole_names_whatever_the_width_of_the_terminal(columns):
    script = "from nalm.cli import main; main(['list'], standalone_mode=False)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": columns},
        check=True,
    )
    _, *lines = done.stdout.splitlines()
    assert {line.split()[0] for line in lines} == read_listing().keys()


@pytest.mark.parametrize("text", ["FIG3", "division without", "mistry*/fig?", "section 6.1"])
def test_a_filter_leaves_what_has_it_in_name_title_or_source(text):
    names = [each["name"] for each in json.loads(nalm("list", text, "--format", "json").out)]
    assert NAME in names


def test_a_filter_that_nothing_has_says_so():
    done = nalm("list", "no such thing")
    assert done.code == 2
    assert "'no such thing'" in done.err
    assert "`nalm list` shows all names" in done.err


def test_json_has_the_cost_and_the_state_of_each():
    fill("nalm.db", small_experiment(), runs=5)
    trained, computed = json.loads(nalm("list", "--format", "json").out)
    assert (trained["name"], trained["kind"]) == (NAME, "experiment")
    assert (trained["runs"], trained["stored"]) == (16, 5)
    assert computed == {
        "name": CURVE,
        "title": "Small numbers",
        "source": "Figure 5",
        "kind": "computed",
        "runs": 0,
        "run_steps": 0,
        "seconds": 0,
        "stored": 0,
    }


def test_a_broken_store_has_code_1(tmp_path):
    (tmp_path / "nalm.db").write_text("not a database, but long enough to be looked at")
    assert nalm("list").code == 1
