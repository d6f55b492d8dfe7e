import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.reports.html import make_chapter
from nalm.reports.html._chapter import anchor
from tests.reports.examples import curve_report
from tests.reports.html.examples import chapter, report, run, settings


def test_a_chapter_counts_its_runs():
    one = chapter()
    assert (one.stored, one.expected, one.solved, one.diverged) == (30, 32, 16, 0)
    assert one.seconds == pytest.approx(15.0)


def test_nothing_is_solved_where_the_paper_knows_no_success():
    unjudged = replace(settings()[0], rows=(run(0, solved=None, diverged=True),))
    one = replace(chapter(), runs=(unjudged,))
    assert one.solved is None
    assert one.diverged == 1


def test_verdicts_are_counted_in_every_part():
    curve, one = curve_report(), report()
    below = replace(curve, frame=curve.frame.assign(verdict="agrees"))
    verdicts = list(one.frame["verdict"])
    both = make_chapter(replace(one, below=(below,)))
    assert len(both.figures) == 2
    assert both.agreeing == verdicts.count("agrees") + len(curve.frame)
    assert both.compared == both.agreeing + verdicts.count("differs") > both.agreeing


def test_a_search_finds_name_title_source_unit_and_paper():
    words = chapter(title="A Title", source="Table 9").words
    for word in ("mistry2021division/fig3", "a title", "table 9", "nmru", "learning division"):
        assert word in words


def test_what_is_computed_has_no_runs():
    one = make_chapter(curve_report())
    assert (one.stored, one.expected, one.solved, one.compared) == (0, 0, None, 0)
    assert one.title == "Small numbers"


def test_an_unknown_paper_has_no_citation_and_a_name_is_title_enough():
    one = chapter(name="nobody1999/what", title="")
    assert one.citation is None
    assert one.title == "nobody1999/what"
    assert chapter().citation.key == "mistry2021division"


@given(st.text())
def test_an_anchor_needs_no_escape(name):
    assert re.fullmatch(r"[\w-]+", anchor(name))
