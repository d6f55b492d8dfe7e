import math
from dataclasses import replace

import pandas as pd
import pytest

from nalm.errors import InvalidValueError
from nalm.experiments import Chart, Mark, Measured, Measurement, View
from nalm.reports import ChartReport, MeasurementReport, TrainingReport, report_entry
from nalm.results import Store
from tests.cli.examples import fill, small_catalogue, small_experiment


class Seed(Measurement):
    def __call__(self, run):
        return [Measured("seed", float(run.seed))]


@pytest.fixture
def store(tmp_path):
    fill(tmp_path / "runs.db", small_experiment())
    with Store(tmp_path / "runs.db", read_only=True) as opened:
        yield opened


def test_measurements_are_below_the_success(store):
    report = report_entry(replace(small_experiment(), measurements=(Seed(),)), store)
    assert isinstance(report, TrainingReport)
    assert list(report.parts()) == ["settings", "measurements"]
    assert set(report.parts()["measurements"].frame["mean"]) == {0.5}


def test_without_any_threshold_there_is_no_success(store):
    settings = tuple(replace(s, threshold=math.nan) for s in small_experiment().settings)
    entry = replace(small_experiment(), settings=settings, measurements=(Seed(),))
    report = report_entry(entry, store)
    assert isinstance(report, MeasurementReport)
    assert "success_rate" not in report.frame.columns
    alone = report_entry(replace(entry, measurements=()), store)
    assert alone.frame["success_rate"].isna().all()


def test_a_view_is_computed_from_the_stored_runs(store):
    view = View(
        name="p/view",
        title="Seeds",
        source="Figure 9",
        experiment=small_experiment(),
        compute=lambda runs: pd.DataFrame({"seed": [run.seed for run in runs]}),
        chart=Chart(mark=Mark.HISTOGRAM, x="seed"),
    )
    report = report_entry(view, store)
    assert isinstance(report, ChartReport)
    assert len(report.frame) == len(small_experiment().runs())
    assert report.name == "p/view"


def test_a_computation_needs_no_runs(store):
    curve = list(small_catalogue().values())[1]
    assert len(report_entry(curve, store).frame) == 2
    assert len(report_entry(curve).frame) == 2


def test_without_a_store_runs_are_asked_for():
    with pytest.raises(InvalidValueError, match=r"store of the runs of mistry2021division/fig3"):
        report_entry(small_experiment())
