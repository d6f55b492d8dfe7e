import warnings

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure

from nalm.errors import NalmWarning
from nalm.reports.drawing import _fonts
from nalm.reports.drawing._fonts import OURS, drawable, families
from nalm.reports.drawing._style import style

MISSING = "\U000e0041"
"""A letter that is in no font, also not on a machine with many."""


@pytest.fixture(autouse=True)
def nothing_said():
    _fonts._say_so.cache_clear()
    families.cache_clear()
    yield
    families.cache_clear()


def test_an_installed_font_has_the_letters_that_ours_has_not(monkeypatch):
    monkeypatch.setattr(_fonts, "_OTHERS", ("a font that is not there", "STIXGeneral"))
    assert families() == (OURS, "STIXGeneral")
    with style():
        assert mpl.rcParams["font.family"] == [OURS, "STIXGeneral"]


def test_letters_of_many_alphabets_stay():
    text = "ω² Größe, скорость (m·s⁻¹) → ∞ °C"
    assert drawable(text) == text


def test_what_no_font_has_is_a_box_and_is_said_once():
    with pytest.warns(NalmWarning, match="Install one") as said:
        found = [drawable(f"a{MISSING} {k}") for k in range(3)]
    assert found == ["a□ 0", "a□ 1", "a□ 2"]
    assert len(said) == 1
    with style(), warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = Figure()
        figure.text(0.5, 0.5, found[0])
        figure.draw_without_rendering()
