import numpy as np

from nalm.reports.discovery import draw_constants
from nalm.reports.discovery._constants_plot import ROWS
from nalm.symbolic import Power, Product, Sum
from tests.reports.discovery.examples import LAW, LINE, candidate, discovery, finding


def drawn(formula, covariance):
    found = discovery(candidate(formula, covariance=covariance), chosen=0)
    return draw_constants(finding(discovery=found))


def test_every_constant_has_its_own_axis_with_two_standard_errors():
    figure = drawn(LINE, np.diag([4.0, 0.25]))
    assert figure is not None
    for ax, value, error in zip(figure.axes, (-1.5, 3.0), (2.0, 0.5), strict=True):
        wide, narrow, point = ax.get_lines()
        assert wide.get_xdata().tolist() == [value - 2 * error, value + 2 * error]
        assert narrow.get_xdata().tolist() == [value - error, value + error]
        assert point.get_xdata().tolist() == [value]


def test_constants_without_an_error_are_not_drawn():
    assert drawn(LAW, np.empty((0, 0))) is None
    assert drawn(LAW, np.zeros((1, 1))) is None


def test_very_many_constants_are_cut():
    terms = tuple(Product(1.0 + k, (Power(0, float(k)),)) for k in range(10))
    figure = drawn(Sum(terms), np.eye(20))
    assert figure is not None
    assert len(figure.axes) == ROWS
