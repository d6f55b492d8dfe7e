import numpy as np
import pandas as pd
import pytest

from nalm.errors import InvalidValueError
from nalm.experiments import Chart, Mark
from nalm.reports import ChartReport
from tests.reports.examples import chart_report


def test_a_short_table_is_shown_whole():
    listing = chart_report(Mark.POINTS).listing()
    assert listing.header == ("unit", "step", "error", "low", "high", "origin")
    assert len(listing.rows) == 8
    assert listing.rows[0][:3] == ("NMU", "1", "1")


def test_a_map_is_summarised_panel_by_panel():
    report = chart_report(Mark.HEATMAP)
    listing = report.listing()
    assert listing.header == (
        *("unit", "Points", "Least |error|", "Median", "Largest", "Below 0.1"),
    )
    assert listing.rows == (
        ("NMU", "4", "0", "0.5", "1", "0.25"),
        ("NAU", "4", "0", "0.5", "1", "0.25"),
    )
    assert [cell.lines[0] for cell in report.grids()[0].rows[0]] == list(listing.rows[0])


def long_listing(chart, **columns):
    long = pd.DataFrame({"step": range(101), "error": 1.0, **columns})
    return ChartReport(name="p/w", title="", source="", frame=long, chart=chart).listing()


def test_a_long_table_is_summarised_by_series_and_origin():
    chart = Chart(mark=Mark.POINTS, x="step", y="error")
    listing = long_listing(chart, origin="ours")
    assert listing.rows == (("ours", "101", "1", "1", "1", "0.00"),)


def test_long_lines_are_shown_at_a_few_places():
    chart = Chart(mark=Mark.LINE, x="step", y="error", line="seed")
    listing = long_listing(chart, error=np.arange(101) ** 2.0, seed=[0] * 60 + [1] * 41)
    assert listing.header == ("seed", "step 0", "step 25", "step 50", "step 75", "step 100")
    assert listing.rows == (
        ("0", "0", "625", "2500", "–", "–"),
        ("1", "–", "–", "–", "5625", "1e+04"),
    )


def test_a_logarithmic_axis_is_divided_by_equal_factors():
    chart = Chart(mark=Mark.LINE, x="c", y="error", log_x=True)
    listing = long_listing(chart, c=np.geomspace(1e-4, 1, 101))
    assert listing.header == ("c 1.000e-4", "c 0.001", "c 0.01", "c 0.1", "c 1")


def test_a_missing_column_is_named():
    with pytest.raises(InvalidValueError, match=r"needs the columns \['errors'\], found"):
        ChartReport(
            name="p/w",
            title="",
            source="",
            frame=pd.DataFrame({"step": [1]}),
            chart=Chart(mark=Mark.LINE, x="step", y="errors"),
        )
