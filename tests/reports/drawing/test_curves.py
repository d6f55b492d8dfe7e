from nalm.reports.drawing._curves import draw_curves
from tests.reports.examples import curve_report


def test_one_logarithmic_panel_per_task():
    figure = draw_curves(curve_report())
    figure.draw_without_rendering()
    assert [(ax.get_xscale(), ax.get_yscale()) for ax in figure.axes] == [("log", "log")] * 2


def test_a_curve_and_its_published_points_per_unit():
    [easy, _] = draw_curves(curve_report()).axes
    hollow = [line for line in easy.lines if line.get_markerfacecolor() == "none"]
    assert len(easy.lines) == 4
    assert len(hollow) == 2
    assert hollow[0].get_ydata()[0] == 1.02e5
