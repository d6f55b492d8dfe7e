import re
from dataclasses import replace

import pytest

from nalm.discovery import Reason, ReasonKind, Verdict
from nalm.reports.discovery import _page, discovery_page
from tests.reports.discovery.examples import HOSTILE, finding, motion, rate_finding, wide_finding
from tests.reports.html.test_document import Outline


@pytest.fixture
def undrawn(monkeypatch):
    """Leave out the figures, which take most of the time."""
    monkeypatch.setattr(_page, "sections_of", lambda _, **__: ())


def page(*findings, title="data.csv", **options):
    return discovery_page(findings, title=title, **options).decode()


def test_the_page_is_well_formed_and_every_name_is_its_own():
    rates = [rate_finding("prey"), rate_finding("predators")]
    outline = Outline(page(*rates, motion=motion()))
    names = [attributes["id"] for _, attributes in outline.elements if "id" in attributes]
    assert len(names) == len(set(names))
    for _, attributes in outline.elements:
        assert attributes.get("aria-labelledby", names[0]) in names
    for link in outline.all("a"):
        assert link["href"].removeprefix("#") in names


def test_the_page_shows_equation_verdict_constants_candidates_and_figures():
    text = page(wide_finding(), command="nalm discover data.csv --target force")
    assert text.count("<figure") == 6
    assert text.count("<math") == 1
    for part in ("A law", "3.000 ± 0.010", "nalm discover data.csv", "1.011 to 4.989 kg"):
        assert part in text
    assert text.count('class="pooled"') == 1


def test_equal_findings_give_equal_pages(undrawn):
    assert page(finding()) == page(finding())


@pytest.mark.thorough
def test_nothing_of_the_data_is_markup():
    own = finding(target=HOSTILE, names=("<script>x",), units={"<script>x": HOSTILE})
    text = page(own, title=HOSTILE, command=HOSTILE)
    assert HOSTILE not in text
    assert "<script>x" not in text


def test_a_reason_is_no_markup(undrawn):
    own = finding()
    reason = replace(
        own.discovery, reason=Reason(ReasonKind.TEXT, text="<script>alert(1)</script>")
    )
    assert "<script>alert" not in page(replace(own, discovery=reason))


def test_the_page_asks_for_nothing(undrawn):
    text = page(finding())
    assert not re.search(r'(src|href)="(?!#|data:)', text)
    assert "default-src 'none'" in text


def test_a_verdict_other_than_a_law_looks_different(undrawn):
    own = finding()
    unsure = replace(own, discovery=replace(own.discovery, verdict=Verdict.UNDECIDED))
    assert 'class="verdict agrees">A law' in page(own)
    assert 'class="verdict unsure">Undecided' in page(unsure)


def test_what_may_help_is_listed_and_no_markup(undrawn):
    own = finding(names=("<b>time",), units={})
    assert "What may help" not in page(own)
    text = page(replace(own, discovery=replace(own.discovery, verdict=Verdict.UNDECIDED)))
    assert "What may help" in text
    assert "<b>" not in text


def test_options_stay_in_one_piece(undrawn):
    own = finding(names=("t",), units={})
    text = page(replace(own, discovery=replace(own.discovery, verdict=Verdict.UNDECIDED)))
    assert '<span class="option">--time</span> t' in text
