import sys

from matplotlib._pylab_helpers import Gcf

from nalm.reports.drawing._canvas import subplots


def test_panels_come_row_by_row():
    figure, panels = subplots(2, 3, size=(6.0, 4.0), widths=(2, 1, 1))
    assert [len(line) for line in panels] == [3, 3]
    assert figure.get_size_inches().tolist() == [6.0, 4.0]


def test_there_is_no_global_state():
    """Neither is pyplot imported, nor does it know the figure if another test did."""
    before, figures = "matplotlib.pyplot" in sys.modules, set(Gcf.figs)
    subplots(1, 1, size=(1.0, 1.0))
    assert ("matplotlib.pyplot" in sys.modules) == before
    assert set(Gcf.figs) == figures
