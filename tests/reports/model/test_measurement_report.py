from tests.reports.examples import measurement_report


def test_metrics_are_below_each_other_and_units_abreast():
    [grid] = measurement_report().grids()
    assert grid.header == ("metric", "NMU", "NAU")
    assert grid.rows[0][0].lines == ("error",)
    assert grid.rows[0][1].lines[0].startswith("2 (")
    assert grid.rows[0][1].lines[1] == "median 2 ± 1"
    assert grid.caption


def test_missing_runs_are_flagged():
    [grid] = measurement_report(expected=5).grids()
    assert grid.rows[0][1].alert
    assert "3 of 5 runs" in grid.rows[0][1].lines


def test_the_listing_names_only_what_varies():
    listing = measurement_report().listing()
    assert listing.header[:3] == ("Unit", "Metric", "Runs")
    assert {len(row) for row in listing.rows} == {len(listing.header)}
    swept = measurement_report(extra=[{"parameter": "rate 1"}, {"interpolation": "[3,4)"}])
    assert swept.listing().header[:4] == ("Unit", "Range", "Parameter", "Metric")
