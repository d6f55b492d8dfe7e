import numpy as np
import pandas as pd

from nalm.reports.drawing._axis import read_axis
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
