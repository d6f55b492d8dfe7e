"""The file that `nalm list` reads says what the catalogue says."""

import json
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files

import pytest

from nalm.cli._laboratory._listed import listed
from nalm.cli._laboratory._listing import read_listing, write_listing
from nalm.experiments import Experiment
from nalm.experiments.catalogue import entries
from tests._tiers import kept
from tests.cli.examples import small_catalogue

FILE = files("nalm.cli._laboratory").joinpath("listing.json")
AGAIN = f"the catalogue or its costs have changed: python scripts/listing.py > {FILE}"
EXPERIMENTS = {name: each for name, each in entries().items() if isinstance(each, Experiment)}
COUNTED = 0.2
"""By how much estimates may differ where another version of PyTorch counts other operations."""


def test_the_committed_file_lists_the_catalogue():
    found = read_listing()
    assert list(found) == list(entries()), AGAIN
    for name, entry in entries().items():
        kind = entry.either(experiment=lambda _: "", figure=lambda figure: figure.kind)
        shown = (found[name].title, found[name].source, found[name].kind)
        assert shown == (entry.title, entry.source, kind), AGAIN
    for name, each in EXPERIMENTS.items():
        cost = each.seeds * len(each.settings), each.run_steps()
        assert (found[name].runs, found[name].run_steps) == cost, AGAIN


@pytest.mark.parametrize("name", kept(list(EXPERIMENTS), *list(EXPERIMENTS)[::12], every=4))
def test_the_committed_file_has_the_keys_and_times_of_an_experiment(name):
    found, expected = read_listing()[name], listed(EXPERIMENTS[name])
    assert found.keys() == expected.keys(), AGAIN
    assert found.seconds == pytest.approx(expected.seconds, rel=COUNTED), AGAIN


def test_what_was_written_is_read_back():
    written = [
        replace(each, first_seed=2) if isinstance(each, Experiment) else each
        for each in small_catalogue().values()
    ]
    found = read_listing(write_listing(written))
    expected = {each.name: listed(each) for each in written}
    assert found == expected
    for name, each in found.items():
        assert each.keys() == expected[name].keys()


def test_the_file_has_a_line_for_each_entry_and_each_part():
    text = FILE.read_text("utf-8")
    found = json.loads(text)
    lines = len(found["entries"]) + sum(map(len, found["parts"].values()))
    assert lines < len(text.splitlines()) < lines + 30


def test_it_is_read_without_pytorch():
    script = (
        "import sys; from nalm.cli._laboratory._listing import read_listing\n"
        "read_listing()['mistry2021division/fig3'].keys(); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert not {"torch", "numpy", "pandas"} & set(done.stdout.split()) and done.stdout
