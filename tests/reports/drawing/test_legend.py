from dataclasses import replace

import pytest
from matplotlib.lines import Line2D

from nalm.reports.drawing._canvas import subplots
from nalm.reports.drawing._legend import add_heading
from tests.reports.examples import training_report


def test_title_above_and_legend_below_the_panels():
    figure, [[panel]] = subplots(1, 1, size=(6.0, 4.0))
    add_heading(figure, training_report(), handles=[Line2D([], [], label="NRU")])
    figure.draw_without_rendering()
    box = panel.get_window_extent()
    assert figure.legends[0].get_window_extent().y1 < box.y0
    assert figure.get_suptitle() == "Division (mistry2021division/fig3, Figure 3)"


def test_a_trial_is_marked_in_the_title_and_across_the_panels():
    figure, _ = subplots(1, 1, size=(6.0, 4.0))
    add_heading(figure, replace(training_report(), trial=True), handles=[])
    assert figure.get_suptitle().startswith("TRIAL: ")
    assert [text.get_text() for text in figure.texts if text is not figure._suptitle] == ["trial"]
    figure.draw_without_rendering()
    (mark,) = (text for text in figure.texts if text.get_text() == "trial")
    box = mark.get_window_extent()
    assert 0 < box.x0 < box.x1 < 6 * figure.dpi


@pytest.mark.parametrize(("names", "length"), [(3, 5), (8, 30), (12, 60)])
def test_the_legend_stays_inside_the_figure(names, length):
    figure, _ = subplots(1, 1, size=(13.0, 4.4))
    handles = [Line2D([], [], marker="o", label="n" * length) for _ in range(names)]
    add_heading(figure, training_report(), handles=handles)
    figure.draw_without_rendering()
    box = figure.legends[0].get_window_extent()
    assert box.x0 >= -1e-9  # pixels: rounding
    assert box.x1 <= 13 * figure.dpi + 1e-9
