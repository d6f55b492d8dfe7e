from math import nan

import numpy as np

from nalm.reports.discovery import draw_agreement, draw_front
from tests.reports.discovery.examples import LAW, LINE, candidate, discovery, finding


def test_the_front_shows_every_candidate_and_rings_the_pick():
    fit, outer = draw_front(finding()).axes
    for ax, error in ((fit, 0.01), (outer, 0.01)):
        _, points, ring = ax.get_lines()
        assert len(points.get_xdata()) == 2
        assert ring.get_ydata()[0] == error
        assert ax.get_yscale() == "log"


def test_the_line_goes_through_what_no_simpler_candidate_is_better_than():
    losses = {1: 100.0, 3: 1.0, 5: 81.0, 9: 0.25}
    several = [candidate(LAW, complexity=n, loss=loss) for n, loss in losses.items()]
    line, points, _ = draw_front(finding(discovery=discovery(*several))).axes[0].get_lines()
    assert line.get_xdata().tolist() == [1.0, 3.0, 9.0]
    assert len(points.get_xdata()) == 4


def test_an_error_of_zero_is_drawn_below_the_others():
    exact = discovery(candidate(LINE, loss=4.0), candidate(LAW, loss=0.0, outer=0.0))
    points = draw_front(finding(discovery=exact)).axes[0].get_lines()[1]
    worse, best = points.get_ydata()
    assert 0.0 < best < worse


def test_without_held_out_rows_the_front_says_so():
    few = discovery(candidate(LINE, outer=nan), candidate(LAW, outer=nan), outer=())
    texts = [text.get_text() for text in draw_front(finding(discovery=few)).axes[1].texts]
    assert texts == ["too few rows to hold any out"]


def test_agreement_is_the_share_of_starts():
    ax = draw_agreement(finding()).axes[0]
    assert np.allclose([bar.get_width() for bar in ax.patches], [100 * 3 / 16, 100 * 9 / 16])
    assert [text.get_text() for text in ax.texts] == ["3 of 16", "9 of 16"]
    first, pick = (bar.get_facecolor() for bar in ax.patches)
    assert first != pick


def test_no_starts_are_no_agreement():
    none = discovery(candidate(LAW, hits=0, restarts=0), chosen=0)
    ax = draw_agreement(finding(discovery=none)).axes[0]
    assert ax.patches[0].get_width() == 0
    assert [text.get_text() for text in ax.texts] == ["–"]
