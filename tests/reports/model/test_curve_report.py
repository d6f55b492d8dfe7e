from nalm.reports.interface._frames import floats
from tests.reports.examples import curve_report


def test_points_are_joined_with_the_published_ones():
    report = curve_report()
    assert floats(report.frame, "published_mse")[0] == 1.02e5
    first = report.grids()[0]
    assert first.header == ("range", "NRU", "Real NPU (ε=0)")
    assert first.rows[0][1].lines == ("1.00e8", "paper 1.02e5")
    assert first.rows[1][1].lines == ("1.00e7",)


def test_the_listing_has_one_line_per_point():
    listing = curve_report().listing()
    assert len(listing.rows) == 12
    assert listing.rows[0] == ("easy", "NRU", "[0,1e-08)", "1.00e8", "1.02e5")
