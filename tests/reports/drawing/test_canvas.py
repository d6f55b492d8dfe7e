import sys

from nalm.reports.drawing._canvas import subplots


def test_panels_come_row_by_row():
    figure, panels = subplots(2, 3, size=(6.0, 4.0), widths=(2, 1, 1))
    assert [len(line) for line in panels] == [3, 3]
    assert figure.get_size_inches().tolist() == [6.0, 4.0]


def test_there_is_no_global_state():
    subplots(1, 1, size=(1.0, 1.0))
    assert "matplotlib.pyplot" not in sys.modules
