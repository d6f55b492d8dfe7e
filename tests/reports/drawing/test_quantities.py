import numpy as np

from nalm.reports import table
from nalm.reports.drawing._canvas import subplots
from nalm.reports.drawing._quantities import SUCCESS, draw_series, scale, unit_handles
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


def test_hollow_markers_are_explained_where_there_are_any():
    units = looks(["NMRU"])
    known, unknown = table([row()]), table([row(interpolation="[7,8)")])
    assert [h.get_label() for h in unit_handles(known, units)] == ["NMRU", "published (hollow)"]
    assert [h.get_label() for h in unit_handles(unknown, units)] == ["NMRU"]
