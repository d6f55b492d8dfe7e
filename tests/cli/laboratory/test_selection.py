import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from nalm.cli._laboratory import _catalogue
from nalm.cli._laboratory._selection import Selection
from nalm.errors import InvalidValueError, UnknownNameError
from nalm.experiments import quick
from nalm.experiments.catalogue import entries
from tests.cli.examples import CURVE, NAME, nalm, small_experiment


def test_an_entry_is_restricted():
    entry = Selection(name=NAME, seeds=3, where=("unit=nmru", "Range=[1,2]")).entry()
    assert entry.seeds == 3
    assert [(s.unit, str(s.interpolation)) for s in entry.settings] == [("NMRU", "[1,2)")]


def test_a_trial_is_of_the_settings_asked_for():
    """A quick trial keeps one setting of each unit: of those that are left."""
    where = ("unit=NMRU", "range=[10,20]")
    (setting,) = Selection(name=NAME, quick=True, where=where).entry().settings
    assert (setting.unit, str(setting.interpolation)) == ("NMRU", "[10,20)")


@pytest.mark.parametrize("command", ["run", "report"])
def test_the_help_says_how_small_a_trial_is(command):
    trial = quick(entries()[NAME])
    steps = trial.settings[0].recipe.last_step
    assert f"{trial.seeds} seeds, {steps} steps" in " ".join(nalm(command, "--help").out.split())


def test_a_trial_without_the_data_is_of_the_stand_in(monkeypatch):
    experiment = small_experiment()
    digits = replace(experiment, settings=experiment.settings[:1], name="small")
    whole = replace(experiment, settings=experiment.settings[1:], stand_in=digits)
    monkeypatch.setattr(_catalogue, "load_entries", lambda: {NAME: whole})
    where = (f"unit={digits.settings[0].unit}", f"range={digits.settings[0].interpolation}")
    entry = Selection(name=NAME, quick=True, where=where).entry()
    assert (entry.name, len(entry.settings)) == (NAME, 1)


@pytest.mark.parametrize(
    ("where", "message"),
    [
        (("NMRU",), "expected KEY=VALUE such as unit=NMRU, found 'NMRU'"),
        (("unit=",), "expected KEY=VALUE"),
        (("unit=NMRU", "unit=NRU"), "at most one value"),
        (("colour=red",), "expected one of unit, range, task"),
        (("unit=NALU",), r"choose one of: Real NPU \(baseline\).*NMRU"),
        (("range=[1,3]",), r"choose one of: \[1,2\), \[10,20\)"),
    ],
)
def test_a_bad_condition_is_explained(where, message):
    with pytest.raises(InvalidValueError, match=message):
        Selection(name=NAME, where=where).entry()


def test_wrong_names_and_numbers_are_explained():
    with pytest.raises(UnknownNameError, match=f"Did you mean .*{NAME}"):
        Selection(name="mistry2021division/fig").entry()
    with pytest.raises(InvalidValueError, match="--seeds: expected a positive"):
        Selection(name=NAME, seeds=0).entry()
    with pytest.raises(InvalidValueError, match="computed, not trained"):
        Selection(name=CURVE, seeds=3).entry()


def test_the_command_line_reads_back():
    selection = Selection(name=NAME, seeds=2, where=("unit=Real NPU (modified)", "range=[1,2]"))
    words = shlex.split(selection.command("run", Path("my runs.db")))
    assert words[:2] == ["nalm", "run"]
    assert words[2:] == [
        *(NAME, "--seeds", "2", "--where", "unit=Real NPU (modified)"),
        *("--where", "range=[1,2]", "--store", "my runs.db"),
    ]
    assert nalm("report", *words[2:]).code == 1  # understood, and nothing is stored


def test_the_default_store_is_not_repeated():
    assert Selection(name=NAME).command("report", Path("nalm.db")) == f"nalm report {NAME}"
