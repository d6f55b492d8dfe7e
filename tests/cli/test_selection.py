import shlex
from pathlib import Path

import pytest

from nalm.cli._selection import Selection
from nalm.errors import InvalidValueError, UnknownNameError
from tests.cli.examples import CURVE, NAME, nalm


def test_an_entry_is_restricted():
    entry = Selection(name=NAME, seeds=3, where=("unit=nmru", "Range=[1,2]")).entry()
    assert entry.seeds == 3
    assert [(s.unit, str(s.interpolation)) for s in entry.settings] == [("NMRU", "[1,2)")]


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
