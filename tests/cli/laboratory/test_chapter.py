from pathlib import Path

import pandas as pd
import pytest

from nalm.cli._laboratory._chapter import chapter_of, trained_part, with_runs
from nalm.experiments import Chart, Mark, View
from nalm.reports.formats import FORMATS, HTMLFormat
from nalm.results import Store
from tests.cli.examples import CURVE, NAME, fill, small_catalogue, small_experiment


def view():
    return View(
        name="mistry2021division/gates",
        title="Gates",
        source="Figure 0",
        experiment=small_experiment(),
        compute=lambda runs: pd.DataFrame({"seed": [run.seed for run in runs]}),
        chart=Chart(mark=Mark.HISTOGRAM, x="seed"),
    )


def test_the_trained_part_of_every_kind_of_entry():
    catalogue = small_catalogue()
    assert trained_part(catalogue[CURVE]) is None
    assert trained_part(catalogue[NAME]) is catalogue[NAME]
    assert trained_part(view()).name == NAME


def test_a_chapter_has_the_runs_of_its_entry():
    fill("nalm.db", small_experiment())
    with Store("nalm.db", read_only=True) as store:
        own = chapter_of(small_experiment(), store, mode="fixed", command="nalm run it")
        drawn = chapter_of(view(), store, mode="fixed", command="")
        computed = chapter_of(small_catalogue()[CURVE], store, mode="paper", command="")
    assert own.stored == own.expected == drawn.stored == 16
    assert (own.command, own.drawn_from) == ("nalm run it", "")
    assert drawn.drawn_from == NAME
    assert computed.runs == ()


@pytest.mark.parametrize("name", FORMATS)
def test_only_a_page_shows_runs(name):
    fill("nalm.db", small_experiment())
    form = FORMATS[name]
    given = with_runs(form, small_experiment(), store=Path("nalm.db"), command="")
    assert (given is form) == (not isinstance(form, HTMLFormat))


def test_a_computation_needs_no_store():
    form = with_runs(HTMLFormat(), small_catalogue()[CURVE], store=Path("none.db"), command="c")
    assert isinstance(form, HTMLFormat)
    assert not Path("none.db").exists()
