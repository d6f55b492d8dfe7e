import sys

import pytest
from matplotlib._pylab_helpers import Gcf
from matplotlib.text import Text

from nalm.reports.drawing._canvas import WIDTH, abreast, subplots
from nalm.reports.drawing._style import FAINT, style
from tests.reports.examples import all_reports

LEAST = 6.5
"""Points of the smallest text of a figure, on a page that shows it at about its own size."""


def figures():
    for report in all_reports():
        for part in report.parts().values():
            with style():
                yield part.figure()


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


@pytest.mark.parametrize(("panels", "columns"), [(1, 1), (3, 3), (4, 4), (6, 3), (14, 3), (8, 4)])
def test_panels_fill_their_rows(panels, columns):
    assert abreast(panels) == columns


def test_no_figure_is_so_wide_that_a_page_makes_its_text_small():
    for figure in figures():
        assert figure.get_figwidth() <= WIDTH
        written = [each for each in figure.findobj(Text) if each.get_text()]
        assert min(each.get_fontsize() for each in written) >= LEAST


def test_a_legend_shows_the_markers_and_the_lines_that_the_figure_has():
    for figure in figures():
        drawn = [line for ax in figure.axes for line in ax.lines]
        bars = any(ax.patches for ax in figure.axes)
        for handle in (each for legend in figure.legends for each in legend.legend_handles):
            if handle.get_markerfacecolor() == "none":
                continue  # the paper's markers have the colours and shapes of all units
            grey = handle.get_color() == FAINT
            like = [line for line in drawn if grey or line.get_color() == handle.get_color()]
            assert bars or handle.get_marker() in {line.get_marker() for line in like}
            assert handle.get_linestyle() in {"None", *(line.get_linestyle() for line in like)}
