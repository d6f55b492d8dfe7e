import struct
import xml.etree.ElementTree as ET

import pytest

from nalm.reports.formats import find_format
from tests._tiers import kept
from tests.reports.examples import curve_report, grid_of_rows, surface_report, training_report

REPORTS = {
    "training": lambda: training_report(*grid_of_rows(("NRU", "NMRU"), ("[1,2)", "[-2,2)"))),
    "curve": curve_report,
    "surface": surface_report,
}


@pytest.mark.parametrize("kind", kept(REPORTS, "surface"))
def test_a_png_of_readable_size(kind):
    content = find_format("png").render(REPORTS[kind]())
    assert content.startswith(b"\x89PNG\r\n")
    width, height = struct.unpack(">II", content[16:24])
    assert 1200 < width < 4000
    assert 500 < height < 4000


@pytest.mark.parametrize("kind", kept(REPORTS, "surface"))
def test_an_svg_that_is_xml_without_date(kind):
    content = find_format("svg").render(REPORTS[kind]())
    assert ET.fromstring(content).tag.endswith("svg")
    assert b"<dc:date>" not in content
