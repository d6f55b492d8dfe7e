import numpy as np
import pytest

from nalm.reports.discovery._choice_plot import draw_front
from nalm.reports.discovery._fit_plot import draw_fit
from nalm.reports.discovery._motion_plot import draw_phase, draw_trajectories
from nalm.reports.discovery._plotting import (
    MANY,
    draw_rows,
    dress,
    in_lines,
    shortened,
    some,
    some_of,
    spans_decades,
    widened,
)
from nalm.reports.discovery._residual_plot import draw_parity, draw_residuals
from nalm.reports.drawing._canvas import subplots
from nalm.reports.drawing._style import style
from tests.reports.discovery.examples import finding, motion

WORDS = "the very long name of a column that somebody exported from a laboratory information system"
NAMES = [WORDS[:29], f"{WORDS} (with units and remarks)", WORDS.replace(" ", "_"), "two\nlines"]
FIGURES = {
    "fit": lambda name: draw_fit(finding(target=name, names=(name,))),
    "parity": lambda name: draw_parity(finding(target=name, names=(name,))),
    "residuals": lambda name: draw_residuals(finding(target=name, names=(name,))),
    "front": lambda name: draw_front(finding(target=name, names=(name,))),
    "time": lambda name: draw_trajectories(motion(states=(name, "b", "c"))),
    "phase": lambda name: draw_phase(motion(states=(name, "b", "c"))),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", FIGURES)
def test_no_label_is_cut_however_long_the_names_are(kind, name):
    with style():
        figure = FIGURES[kind](name)
        figure.draw_without_rendering()
        within = figure.bbox.padded(1.0)
        for ax in figure.axes:
            assert ax.get_window_extent().height > 0.15 * figure.bbox.height
            for label in (ax.xaxis.label, ax.yaxis.label):
                extent = label.get_window_extent()
                assert not label.get_text() or within.contains(extent.x0, extent.y0)
                assert not label.get_text() or within.contains(extent.x1, extent.y1)


@pytest.mark.parametrize(
    ("values", "wide"),
    [([1.0, 31.0], True), ([1.0, 29.0], False), ([-1.0, 50.0], False), ([np.nan], False)],
)
def test_only_positive_values_of_many_sizes_get_a_logarithmic_axis(values, wide):
    assert spans_decades(np.array(values)) is wide


def test_few_rows_are_all_drawn_and_of_many_the_rare_ones_stay():
    assert some(MANY).tolist() == list(range(MANY))
    rare = np.zeros(50_000)
    rare[[7, 49_990]] = 1.0
    chosen = some(50_000, rare)
    assert {7, 49_990} <= set(chosen.tolist())
    assert len(chosen) <= MANY
    assert len(some(50_000, np.zeros(50_000))) == MANY
    assert len(some_of(10, 3)) == 3


def test_held_out_rows_look_different():
    _, [[ax]] = subplots(1, 1, size=(3.0, 3.0))
    draw_rows(ax, np.arange(3.0), y=np.arange(3.0), outer=np.array([0.0, 0.0, 1.0]))
    inner, outer = ax.get_lines()
    assert (len(inner.get_xdata()), len(outer.get_xdata())) == (2, 1)
    assert inner.get_color() != outer.get_color()
    assert inner.get_marker() != outer.get_marker()


def test_an_axis_gets_scale_and_label():
    _, [[ax]] = subplots(1, 1, size=(3.0, 3.0))
    dress(ax, "x", label="mass (kg)", logarithmic=True)
    dress(ax, "y", label="force", logarithmic=False)
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "linear")
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("mass (kg)", "force")


def test_an_interval_without_length_is_widened_too():
    low, high = widened(3.0, 3.0, share=0.1)
    assert low < 3.0 < high


@pytest.mark.parametrize("letters", [8, 20, 60, 200])
@pytest.mark.parametrize("text", ["", "y", *NAMES])
def test_a_text_has_two_lines_at_most_and_keeps_both_ends(text, letters):
    lines = in_lines(text, letters).split("\n")
    assert len(lines) <= 2
    assert all(len(line) <= letters for line in lines)
    if text:
        assert (lines[0][0], lines[-1][-1]) == (text[0], text[-1])


def test_a_short_text_stays():
    assert shortened("abc", 3) == "abc"
    assert shortened("abcdef", 4) == "ab…f"
