"""The page of a discovery in a browser: it draws its equation, sorts, and asks for nothing."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from nalm.discovery import Verdict
from nalm.reports.discovery import discovery_page
from nalm.symbolic import Power, Product, Sum
from tests.browser import CLIPPED, starts, visit
from tests.reports.discovery.examples import (
    candidate,
    finding,
    motion,
    rate_finding,
    wide_finding,
)
from tests.reports.discovery.test_grouping import FINDINGS, GROUPING
from tests.reports.html.test_browser import WALK

pytestmark = pytest.mark.browser

NAME = "specific_heat_capacity_at_constant_pressure"


@pytest.fixture(autouse=True, scope="module")
def chromium():
    if not starts():
        pytest.skip("no chromium that starts: install Debian's package `chromium`")


def long_finding():
    """An equation of many terms that is no law, so that there is advice too."""
    own = wide_finding()
    terms = tuple(Product(1.2345 + k, (Power(0, Fraction(k, 3)),)) for k in range(2, 9))
    found = replace(
        own.discovery, candidates=(candidate(Sum(terms)),), chosen=0, verdict=Verdict.UNDECIDED
    )
    return replace(own, discovery=found)


def many_constants():
    """A form of nine constants with names as long as those of columns."""
    names = tuple(f"{NAME}_{k}" for k in range(9))
    values = np.full((2, 9), -1.2345e-7)
    return replace(GROUPING, names=names, shared=(False,) * 9, values=values, stderrs=values)


@cache
def pages():
    rates = [rate_finding("prey"), rate_finding("predators")]
    return {
        "table": discovery_page([wide_finding()], title="data.csv", command="nalm discover"),
        "long": discovery_page([long_finding()], title="data.csv"),
        "series": discovery_page(rates, title="lynx.csv", motion=motion()),
        "groups": discovery_page(FINDINGS, title="data.csv", grouping=many_constants()),
        "names": discovery_page([finding(target=NAME, names=(f"{NAME}_2",))], title=f"{NAME}.csv"),
    }


@pytest.fixture
def drive(tmp_path):
    def run(script, *, page="table", **options):
        path = tmp_path / "page.html"
        path.write_bytes(pages()[page])
        seen = visit(path, script, **options)
        assert seen.console == []
        return seen.result

    return run


@pytest.mark.parametrize("page", ["table", "series"])
def test_the_page_asks_for_nothing(drive, page):
    script = "return performance.getEntriesByType('resource').map((e) => e.name);"
    assert drive(script, page=page) == []


def test_the_equation_is_drawn_as_mathematics(drive):
    fraction, numerator, denominator = drive("""
        const box = (name) => document.querySelector(name).getBoundingClientRect();
        return [box("mfrac").height, box("mfrac > :first-child"), box("mfrac > :last-child")];
    """)
    assert numerator["bottom"] <= denominator["top"] + 1
    assert fraction > 30


def test_candidates_sort_by_their_numbers(drive):
    errors = drive("""
        const table = document.querySelector("table.candidates");
        table.querySelectorAll("thead button")[2].click();
        return [...table.tBodies[0].rows].map((row) => Number(row.cells[2].dataset.v));
    """)
    assert errors == sorted(errors)
    assert len(errors) == 2


@pytest.mark.parametrize("page", ["table", "series"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_has_a_contrast_of_4_5(drive, page, theme):
    script = f"document.documentElement.dataset.theme = '{theme}'; {WALK}"
    assert drive(script, page=page) == []


def test_a_long_equation_takes_several_lines_and_is_not_cut(drive):
    inside, tops = drive(
        """
        const box = document.querySelector(".equation");
        const terms = [...box.querySelectorAll("math")].map((each) => each.getBoundingClientRect());
        return [box.scrollWidth <= box.clientWidth + 1, terms.map((each) => each.top)];
        """,
        page="long",
        size=(500, 900),
    )
    assert inside
    assert len(set(tops)) > 1


@pytest.mark.parametrize("page", ["table", "series", "long", "groups", "names"])
@pytest.mark.parametrize("width", [400, 800, 1300, 1600])
def test_nothing_is_cut_and_what_is_wider_than_its_place_says_so(drive, page, width):
    open_all = "document.querySelectorAll('details').forEach((each) => { each.open = true; });"
    look = f"dispatchEvent(new Event('resize')); {CLIPPED}"
    window, content, *faults = drive(f"{open_all} {look}", page=page, size=(width, 900))
    assert (window, content) == (width, width)
    assert faults == [[], [], [], []]


def test_figures_have_a_colour_of_their_own_in_the_dark(drive):
    light, dark = drive("""
        const root = document.documentElement;
        const drawn = document.querySelector("figure svg path[style]");
        const colour = () => getComputedStyle(drawn).fill;
        return ["light", "dark"].map((name) => { root.dataset.theme = name; return colour(); });
    """)
    assert light != dark
