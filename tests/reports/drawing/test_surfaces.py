import math

import pytest
from matplotlib.colors import LogNorm

from nalm.errors import InvalidValueError
from nalm.reports.drawing._surfaces import draw_surfaces
from tests.reports.examples import surface_report


def draw(report):
    return draw_surfaces(report, logarithmic=report.logarithmic)


def norms(report):
    figure = draw(report)
    figure.draw_without_rendering()
    return [ax.collections[0].norm for ax in figure.axes[:2]]


def test_maps_share_one_colour_scale():
    one, other = norms(surface_report())
    assert (one.vmin, one.vmax) == (other.vmin, other.vmax)


def test_the_scale_follows_the_data_unless_told():
    steep = (1.0, 1.0, 1.0, 1e6)
    assert isinstance(norms(surface_report(errors=steep))[0], LogNorm)
    assert not isinstance(norms(surface_report(errors=steep, logarithmic=False))[0], LogNorm)
    assert not isinstance(norms(surface_report(errors=(1.0, 2.0, 3.0, 4.0)))[0], LogNorm)


def test_an_infinite_error_has_the_last_colour_and_nan_none():
    figure = draw(surface_report(errors=(1.0, 2.0, math.inf, math.nan)))
    values = figure.axes[0].collections[0].get_array().ravel()
    assert values[2] > figure.axes[0].collections[0].norm.vmax
    assert values.mask.tolist() == [False, False, False, True]


@pytest.mark.parametrize("errors", [(math.nan,) * 4, (math.inf,) * 4])
def test_nothing_finite_is_refused(errors):
    with pytest.raises(InvalidValueError, match="expected finite errors"):
        draw(surface_report(errors=errors))


def test_a_small_error_is_bright_and_the_bar_says_so():
    figure = draw(surface_report(errors=(1.0, 2.0, 3.0, 4.0)))
    mesh = figure.axes[0].collections[0]
    least, largest = (sum(mesh.cmap(mesh.norm(value))[:3]) for value in (1.0, 4.0))
    assert least > largest
    assert figure.axes[-1].get_ylabel().endswith("(bright is better)")
