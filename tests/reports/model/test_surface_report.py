import math

from tests.reports.examples import surface_report


def test_a_surface_is_summarised_in_a_line():
    listing = surface_report().listing()
    assert listing.rows[0] == ("NRU", "4", "5.0e-1", "0, 0", "5.0e0", "inf")
    assert surface_report().grids()[0].rows[1][0].lines == ("NMRU",)


def test_a_surface_without_numbers_is_a_line_of_dashes():
    assert surface_report(errors=(math.nan,) * 4).listing().rows[0][2:] == ("–",) * 4
