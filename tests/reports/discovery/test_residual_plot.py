import numpy as np

from nalm.discovery import Noise
from nalm.reports.discovery import draw_parity, draw_residuals
from nalm.reports.discovery._residual_plot import PANELS
from tests.reports.discovery.examples import finding, wide_finding


def visible(figure):
    return [ax for ax in figure.axes if ax.get_visible()]


def test_parity_has_the_rows_near_the_diagonal_and_equal_axes():
    ax = draw_parity(finding()).axes[0]
    diagonal, inner, outer = ax.get_lines()
    assert np.array_equal(diagonal.get_xdata(), diagonal.get_ydata())
    for points in (inner, outer):
        assert np.allclose(points.get_xdata(), points.get_ydata(), rtol=0.1)
    assert ax.get_xlim() == ax.get_ylim()
    assert "measured y" in ax.get_xlabel()


def test_residuals_have_a_panel_for_the_fit_and_for_each_input():
    labels = [ax.get_xlabel() for ax in visible(draw_residuals(wide_finding()))]
    assert labels == ["equation's force", "mass (kg)", "speed (m/s)", "radius (m)"]


def test_the_label_says_whether_residuals_are_relative():
    assert draw_residuals(wide_finding()).axes[0].get_ylabel() == "relative residual"
    assert draw_residuals(finding()).axes[0].get_ylabel() == "residual of y"
    both = draw_residuals(wide_finding(noise=Noise.VARIABLES)).axes[0].get_ylabel()
    assert " ".join(both.split()) == "as relative error of all variables"


def test_very_many_inputs_get_few_panels():
    x = np.random.default_rng(0).uniform(1.0, 2.0, (12, 30))
    own = finding(x=x, names=tuple(f"x{k}" for k in range(30)))
    assert len(visible(draw_residuals(own))) == PANELS + 1
