from types import SimpleNamespace

import pandas as pd
import pytest

from nalm.errors import InvalidValueError
from nalm.experiments import Chart, Computation, Mark, View
from nalm.reports import (
    ChartReport,
    CurveReport,
    SurfaceReport,
    TrainingReport,
    report_computation,
    report_view,
)
from tests.reports.examples import curve_report, experiment, surface_report, training_report


def test_the_columns_decide_what_is_drawn():
    assert isinstance(curve_report(), CurveReport)
    assert isinstance(surface_report(), SurfaceReport)
    assert surface_report(logarithmic=True).logarithmic
    assert isinstance(training_report(), TrainingReport)


def test_texts_come_from_the_entry():
    report = training_report(title="A title", note="A note")
    assert (report.name, report.title, report.note) == (experiment().name, "A title", "A note")


def test_a_chart_is_drawn_as_it_says():
    charted = Computation(
        name="a/b",
        title="",
        source="",
        compute=lambda: pd.DataFrame({"angle": [1.0]}),
        chart=Chart(mark=Mark.HISTOGRAM, x="angle"),
    )
    assert isinstance(report_computation(charted), ChartReport)


def test_other_columns_are_refused():
    strange = Computation(
        name="a/b", title="", source="", compute=lambda: pd.DataFrame({"angle": [1.0]})
    )
    with pytest.raises(InvalidValueError, match=r"a/b: expected the columns .* found \['angle'\]"):
        report_computation(strange)


def test_a_view_is_drawn_from_the_runs_that_are_given():
    chart = Chart(mark=Mark.HISTOGRAM, x="seed")
    view = View(
        name="a/b",
        title="",
        source="",
        experiment=experiment(),
        compute=lambda runs: pd.DataFrame({"seed": [run.seed for run in runs]}),
        chart=chart,
    )
    report = report_view(view, [SimpleNamespace(seed=seed) for seed in (3, 1)])
    assert report.frame["seed"].tolist() == [3, 1]
    assert report.chart is chart
