import numpy as np
import pytest

from nalm.reports.discovery._plotting import (
    MANY,
    draw_rows,
    dress,
    some,
    some_of,
    spans_decades,
    widened,
)
from nalm.reports.drawing._canvas import subplots


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
