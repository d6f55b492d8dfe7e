import numpy as np
import pytest

from nalm.reports import table
from nalm.reports.drawing._canvas import subplots
from nalm.reports.drawing._quantities import (
    QUANTITIES,
    SPEED,
    SUCCESS,
    draw_series,
    scale,
    series_handles,
)
from nalm.reports.drawing._style import looks
from tests.reports.examples import row


def test_a_point_has_its_interval_and_the_published_number_is_hollow():
    frame = table([row(solved=20)])
    _, [[panel]] = subplots(1, 1, size=(4.0, 3.0))
    look = looks(["NMRU"])["NMRU"]
    draw_series(panel, frame, places=np.array([0.0]), quantity=SUCCESS, look=look)
    scale(panel, frame, quantity=SUCCESS)
    ours, theirs = panel.lines
    assert ours.get_ydata().tolist() == [0.8]
    assert theirs.get_ydata().tolist() == [1.0]
    assert panel.get_ylim()[0] < 0 < 1 < panel.get_ylim()[1]


def handles(*rows):
    frame = table(rows)
    names = looks(["NMRU", "NRU"])
    return [each.get_label() for each in series_handles(frame, names, column="unit")]


def test_hollow_markers_are_explained_where_there_are_any():
    assert handles(row()) == ["NMRU", "published (hollow)"]
    assert handles(row(interpolation="[7,8)")) == ["NMRU"]


def test_what_is_not_drawn_is_not_explained():
    assert handles(row(), row(unit="NRU")) == ["NMRU", "NRU", "published (hollow)"]
    nothing = {"unit": "NRU", "interpolation": "[7,8)", "solved": 0, "runs": 0}
    assert handles(row(), row(**nothing)) == ["NMRU", "published (hollow)"]


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_an_empty_panel_says_so_and_has_no_scale(quantity):
    frame = table([row(solved=0, runs=0, interpolation="[7,8)")])
    _, [[panel]] = subplots(1, 1, size=(4.0, 3.0))
    scale(panel, frame, quantity=quantity)
    assert [text.get_text() for text in panel.texts] == [quantity.nothing]
    assert not len(panel.get_yticks())


@pytest.mark.parametrize("steps", [1, 2, 5, 900, 2000])
def test_no_two_ticks_of_a_panel_have_the_same_text(steps):
    frame = table([row()])
    for column in ("solved_at_mean", "solved_at_low", "solved_at_high"):
        frame[column] = float(steps)
    figure, [[panel]] = subplots(1, 1, size=(4.0, 3.0))
    scale(panel, frame, quantity=SPEED)
    figure.draw_without_rendering()
    written = [text.get_text() for text in panel.get_yticklabels()]
    assert len(set(written)) == len(written) > 1
