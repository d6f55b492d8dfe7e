import re
import xml.etree.ElementTree as ET

import pytest

from nalm.reports.drawing._style import _COLOURS, BAND, FAINT, INK
from nalm.reports.html._figure import _THEME, figure_svg
from tests._tiers import kept
from tests.reports.examples import curve_report, grid_of_rows, surface_report, training_report

REPORTS = {
    "training": lambda: training_report(*grid_of_rows(("NRU", "NMRU"), ("[1,2)", "[-2,2)"))),
    "curve": curve_report,
    "surface": surface_report,
}


def identifiers(svg):
    return set(re.findall(r' id="([^"]*)"', svg))


@pytest.mark.parametrize("kind", kept(REPORTS, "surface"))
def test_a_figure_is_xml_that_asks_for_nothing(kind):
    svg = figure_svg(REPORTS[kind](), prefix="p", labelled_by="heading")
    root = ET.fromstring(
        svg.replace("<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ', 1)
    )
    assert root.attrib["aria-labelledby"] == "heading"
    assert "width" not in root.attrib
    assert not re.search(r'href="(?!#|data:)|url\((?!#)|<style|<metadata', svg)


@pytest.mark.parametrize("kind", kept(REPORTS, "surface"))
def test_figures_of_one_page_share_no_identifier(kind):
    first, second = (figure_svg(REPORTS[kind](), prefix=prefix) for prefix in ("a", "b"))
    assert identifiers(first)
    assert not identifiers(first) & identifiers(second)
    for used in re.findall(r'(?:url\(#|href="#)([^")]+)', first):
        assert used in identifiers(first)


def test_every_colour_of_a_figure_follows_the_theme():
    wanted = {colour.lower() for colour in (*_COLOURS, BAND, FAINT, INK)}
    assert wanted <= set(_THEME)
    svg = figure_svg(REPORTS["training"](), prefix="p")
    assert not re.findall(r"#[0-9a-f]{6}\b", " ".join(re.findall(r'style="[^"]*"', svg)))
    assert "var(--figure-ink)" in svg


@pytest.mark.thorough
def test_equal_reports_give_equal_figures():
    assert figure_svg(curve_report(), prefix="p") == figure_svg(curve_report(), prefix="p")
