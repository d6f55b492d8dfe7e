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


def test_a_long_table_is_summarised_by_series_and_origin():
    long = pd.DataFrame({"step": range(100), "error": 1.0, "origin": "ours"})
    chart = Chart(mark=Mark.LINE, x="step", y="error")
    listing = ChartReport(name="p/w", title="", source="", frame=long, chart=chart).listing()
    assert listing.rows == (("ours", "100", "1", "1", "1", "0.00"),)


def test_a_missing_column_is_named():
    with pytest.raises(InvalidValueError, match=r"needs the columns \['errors'\], found"):
        ChartReport(
            name="p/w",
            title="",
            source="",
            frame=pd.DataFrame({"step": [1]}),
            chart=Chart(mark=Mark.LINE, x="step", y="errors"),
        )
