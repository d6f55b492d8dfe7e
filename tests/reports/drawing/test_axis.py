import numpy as np
import pandas as pd
import pytest

from nalm.reports.drawing._axis import Axis, read_axis, say_nothing
from nalm.reports.drawing._canvas import subplots

WORDS = pd.DataFrame({"loss": ["MSE", "PCC", "MSE"], "rate": [0.0, 0.1, 10.0]})


def test_words_have_places_in_order_of_appearance():
    axis = read_axis(WORDS, "loss", logarithmic=True)
    assert axis.places(WORDS).tolist() == [0.0, 1.0, 0.0]
    assert not axis.logarithmic


def test_what_a_logarithmic_axis_cannot_show_has_no_place():
    axis = read_axis(WORDS, "rate", logarithmic=True)
    np.testing.assert_array_equal(axis.places(WORDS), [np.nan, 0.1, 10.0])
    assert read_axis(WORDS, "rate").places(WORDS).tolist() == [0.0, 0.1, 10.0]


def test_long_words_are_turned_and_short_ones_are_not():
    for words, angle in ((["a", "b"], 0.0), (["a very long name"] * 3, 40.0)):
        _, [[panel]] = subplots(1, 1, size=(3.0, 3.0))
        frame = pd.DataFrame({"x": [f"{word}{k}" for k, word in enumerate(words)]})
        read_axis(frame, "x").dress(panel, "x")
        assert {text.get_rotation() for text in panel.get_xticklabels()} == {angle}


@pytest.mark.parametrize("count", [3, 20, 80])
def test_turned_words_never_lie_on_each_other(count):
    figure, [[panel]] = subplots(1, 1, size=(3.0, 3.0))
    frame = pd.DataFrame({"x": [f"a long name {k}" for k in range(count)]})
    read_axis(frame, "x").dress(panel, "x")
    figure.draw_without_rendering()
    places = [panel.transData.transform((tick, 0))[0] / figure.dpi for tick in panel.get_xticks()]
    assert min(np.diff(places)) > 0.12


def test_an_empty_panel_has_a_reason_and_no_ticks():
    _, [[panel]] = subplots(1, 1, size=(3.0, 3.0))
    say_nothing(panel, "no run is solved")
    assert [text.get_text() for text in panel.texts] == ["no run is solved"]
    assert not len(panel.get_yticks())


RANGES = [(1.15, 95.0), (4.1e-3, 5.6e-3), (0.98, 1.02), (7e7, 7.0001e7), (2.0, 9.0), (11.0, 90.0)]


@pytest.mark.parametrize("ends", [*RANGES, (1e-8, 1e3), (1e-3, 0.2), (1.5e-150, 1e150)])
@pytest.mark.parametrize("side", ["x", "y"])
def test_a_logarithmic_axis_has_labels_that_tell_its_scale(ends, side):
    figure, [[panel]] = subplots(1, 1, size=(3.0, 3.0))
    Axis(column="", label="", logarithmic=True).dress(panel, side)
    panel.set(**{f"{side}lim": ends})
    figure.draw_without_rendering()
    ticks = {"x": panel.get_xticks, "y": panel.get_yticks}[side]()
    labels = {"x": panel.get_xticklabels, "y": panel.get_yticklabels}[side]()
    seen = [
        text.get_text()
        for tick, text in zip(ticks, labels, strict=True)
        if ends[0] <= tick <= ends[1]
    ]
    assert 2 <= len(seen) <= 9
    assert len(set(seen)) == len(seen)
    for tick, text in zip(ticks, labels, strict=True):
        assert float(text.get_text()) == pytest.approx(tick, rel=1e-4)


def test_powers_of_ten_have_no_needless_digits():
    figure, [[panel]] = subplots(1, 1, size=(3.0, 3.0))
    Axis(column="", label="", logarithmic=True).dress(panel, "y")
    panel.set_ylim(0.9e-4, 1.1e-2)
    figure.draw_without_rendering()
    texts = [text.get_text() for text in panel.get_yticklabels()]
    assert {"1e-4", "1e-3", "0.01"} <= set(texts)
