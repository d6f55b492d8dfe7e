import csv
import io
import json
from dataclasses import replace

import pandas as pd
import pytest

from nalm.experiments import Chart, Mark, Measured, Measurement, View, quick
from tests.cli.examples import CURVE, NAME, fill, nalm, small_experiment


@pytest.fixture
def full():
    fill("nalm.db", small_experiment())


@pytest.mark.parametrize("words", [(), ("--format", "csv"), ("--output", "a.png")])
def test_an_empty_store_says_what_to_run(words):
    outcome = nalm("report", NAME, "--seeds", "2", *words)
    assert outcome.code == 1
    assert f"Train them with: nalm run {NAME} --seeds 2" in outcome.err
    fill("nalm.db", small_experiment(), runs=0)
    assert nalm("report", NAME, *words).code == 1


def test_the_table_on_standard_output(full):
    outcome = nalm("report", NAME)
    assert outcome.code == 0
    for text in (
        "Figure 3",
        "NMRU",
        "Real NPU (modified)",
        "paper 1.00",
        "too few runs",
        "[10,20)",
    ):
        assert text in outcome.out
    assert nalm("report", NAME, "--format", "table").out == outcome.out


def test_csv_and_json_on_standard_output(full):
    lines = list(csv.DictReader(io.StringIO(nalm("report", NAME, "--format", "csv").out)))
    rows = json.loads(nalm("report", NAME, "--format", "json", "--where", "unit=NRU").out)
    assert len(lines) == 12  # four units: two ranges and both
    assert [row["interpolation"] for row in rows] == ["[1,2)", "[10,20)", "all"]
    assert rows[0]["success_rate"] == rows[0]["published_success_rate"] == 1.0


@pytest.mark.parametrize("suffix", ["csv", "json", "md", "tex", "txt", "html", "png", "svg"])
def test_the_name_of_the_file_chooses_the_format(full, tmp_path, suffix):
    name = f"r.{suffix}"
    outcome = nalm("report", NAME, "--output", name)
    assert (outcome.code, outcome.out) == (0, "")
    assert f"Wrote {name}" in outcome.err
    assert (tmp_path / name).stat().st_size > 100


@pytest.mark.parametrize("view", [(), ("--view", "curves")])
@pytest.mark.parametrize("form", ["table", "csv", "json", "markdown", "latex", "html"])
def test_a_trial_is_called_one_in_every_format(form, view):
    """As many seeds as any verdict needs make no result of it."""
    fill("nalm.db", quick(small_experiment()).with_seeds(9))
    words = ("--quick", "--seeds", "9", "--format", form, *view)
    shown = nalm("report", NAME, *words).out.partition("<body")
    assert "trial" in (shown[2] or shown[0]).casefold()
    for verdict in ("agrees", "differs"):
        assert verdict not in (shown[2] or shown[0])


def test_a_figure_has_a_name_of_its_own(full, tmp_path):
    assert nalm("report", NAME, "--format", "png").code == 0
    assert (tmp_path / "mistry2021division-fig3.png").read_bytes().startswith(b"\x89PNG")


def test_a_dash_is_standard_output(full):
    out = nalm("report", NAME, "--format", "svg", "--output", "-").out
    assert out.startswith("<?xml")


def test_a_page_has_every_run_and_its_key(full):
    text = nalm("report", NAME, "--format", "html").out
    assert "16 of 16" in text
    for run in small_experiment().runs():
        assert f'"{run.key[:12]}"' in text


def test_missing_runs_are_told_on_standard_error():
    fill("nalm.db", small_experiment(), runs=5)
    outcome = nalm("report", NAME, "--format", "csv")
    assert outcome.code == 0
    assert "5 of 16 runs are stored. Train the rest with: nalm run" in outcome.err
    assert "stored" not in outcome.out


def test_a_computation_needs_no_store():
    outcome = nalm("report", CURVE, "--format", "json")
    assert [row["mse"] for row in json.loads(outcome.out)] == [1.0, 2.0]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--format", "excel"), "expected one of terminal, csv"),
        (("--output", "r.xls"), "expected a name that ends with"),
        (("--mode", "right"), "'right' is not one of"),
    ],
)
def test_misuse_has_code_2(full, words, message):
    outcome = nalm("report", NAME, *words)
    assert outcome.code == 2
    assert message in outcome.err


def test_an_output_that_cannot_be_written_has_code_1(full, tmp_path):
    (tmp_path / "file").touch()
    outcome = nalm("report", NAME, "--output", "file/r.csv")
    assert outcome.code == 1
    assert "must be writable" in outcome.err


def test_modes_differ_only_in_sparsity(full):
    fixed, paper = (
        json.loads(nalm("report", NAME, "--format", "json", "--mode", mode).out)
        for mode in ("fixed", "paper")
    )
    for one, other in zip(fixed, paper, strict=True):
        assert one["success_rate"] == other["success_rate"]
        assert one["solved_at_mean"] == other["solved_at_mean"]


class Seed(Measurement):
    def __call__(self, run):
        return [Measured("seed", float(run.seed))]


def test_one_of_two_tables_is_chosen(full, catalogue):
    catalogue[NAME] = replace(small_experiment(), measurements=(Seed(),))
    both = json.loads(nalm("report", NAME, "--format", "json").out)
    assert list(both) == ["settings", "measurements"]
    words = ("report", NAME, "--format", "csv", "--table")
    settings, measured = (
        list(csv.DictReader(io.StringIO(nalm(*words, kind).out)))
        for kind in ("settings", "measurements")
    )
    assert "success_rate" in settings[0]
    assert {row["mean"] for row in measured} == {"0.5"}
    outcome = nalm("report", CURVE, "--table", "measurements")
    assert outcome.code == 2
    assert "has rows, found 'measurements'" in outcome.err


def test_a_view_is_drawn_from_the_store(catalogue, tmp_path):
    catalogue["p/seeds"] = View(
        name="p/seeds",
        title="Seeds",
        source="Figure 9",
        experiment=small_experiment(),
        compute=lambda runs: pd.DataFrame({"seed": [float(run.seed) for run in runs]}),
        chart=Chart(mark=Mark.HISTOGRAM, x="seed"),
    )
    empty = nalm("report", "p/seeds", "--where", "unit=NRU")
    assert empty.code == 1
    assert "no runs of p/seeds yet. Train them with: nalm run p/seeds --where unit=NRU" in empty.err
    fill("nalm.db", small_experiment(), runs=5)
    found = nalm("report", "p/seeds", "--format", "json", "--seeds", "1")
    assert "3 of 8 runs are stored" in found.err
    assert json.loads(found.out) == [{"seed": 0.0}] * 3
    assert nalm("report", "p/seeds", "--output", "v.png").code == 0


@pytest.mark.parametrize("suffix", ["csv", "json", "md", "tex", "txt", "html", "png", "svg"])
def test_learning_curves_are_written_in_every_format(full, tmp_path, suffix):
    outcome = nalm("report", NAME, "--view", "curves", "--output", f"curves.{suffix}")
    assert (outcome.code, outcome.out) == (0, "")
    assert (tmp_path / f"curves.{suffix}").stat().st_size > 100


def test_a_view_of_nothing_says_what_to_run():
    outcome = nalm("report", NAME, "--view", "curves", "--seeds", "1")
    assert outcome.code == 1
    assert f"Train them with: nalm run {NAME} --seeds 1" in outcome.err


def test_recorded_weights_are_shown_against_the_step(tmp_path):
    some = ("--where", "unit=NMRU", "--where", "range=[1,2]")
    assert nalm("run", NAME, *some, "--no-compile").code == 0
    outcome = nalm("report", NAME, *some, "--view", "trajectories")
    assert outcome.code == 2
    assert "expected runs that recorded their weights" in outcome.err
    final = json.loads(nalm("report", NAME, *some, "--view", "weights", "--format", "json").out)
    kept = ("--store", "recorded.db")
    assert nalm("run", NAME, *some, *kept, "--no-compile", "--record-weights").code == 0
    found = nalm("report", NAME, *some, *kept, "--view", "trajectories", "--format", "json").out
    ends = [row["value"] for row in json.loads(found) if row["step"] == 4]
    assert ends == [row["value"] for row in final]


def test_views_that_there_are_not(full):
    unknown = nalm("report", NAME, "--view", "curve")
    assert unknown.code == 2
    assert "expected one of curves, weights, trajectories; found 'curve'" in unknown.err
    everything = nalm("report", "all", "--view", "curves")
    assert everything.code == 2
    assert "--view: expected the name of one experiment" in everything.err
    computed = nalm("report", CURVE, "--view", "curves")
    assert computed.code == 2
    assert "is computed, not trained: it has no curves" in computed.err
