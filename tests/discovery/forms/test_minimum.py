import numpy as np
import pytest

from nalm.discovery.forms._minimum import Bounds, Projection, cost_of, descend, polish
from nalm.discovery.forms._rows import FormRows
from tests.discovery.forms._problems import X, decay, form

DECAY = FormRows(form("a*exp(-b*x) + c"), X[:, None], y=decay(X), factor=np.ones(40))


def free(count):
    return Bounds(low=np.full(count, -np.inf), high=np.full(count, np.inf))


def test_linear_constants_are_solved_for():
    solved = Projection(DECAY, (0, 2)).solved(np.array([0.4]))
    assert solved == pytest.approx([5, 0.4, 1])


def test_slopes_of_the_projection_lead_down():
    projection = Projection(DECAY, (0, 2))
    at, step = np.array([0.6]), np.array([1e-6])
    gradient = projection.residual(at) @ projection.slope(at)[:, 0]
    up, down = (np.square(projection.residual(at + s)).sum() / 2 for s in (step, -step))
    # Kaufman's slopes are not those of the residuals, but give the exact gradient.
    assert gradient == pytest.approx((up - down) / 2e-6, rel=1e-5)


def test_a_start_leads_to_the_minimum():
    end = descend(Projection(DECAY, (0, 2)), np.array([3.0]), bounds=free(3))
    assert polish(DECAY, end, bounds=free(3)) == pytest.approx([5, 0.4, 1], rel=1e-12)


def test_a_start_without_a_value_leads_nowhere():
    rows = FormRows(form("a*log(x - b)"), X[:, None], y=X, factor=np.ones(40))
    assert descend(Projection(rows, (0,)), np.array([3.0]), bounds=free(2)) is None


def test_a_bound_holds_exactly():
    bounds = Bounds(low=np.array([-np.inf, 0.5, -np.inf]), high=np.full(3, np.inf))
    end = polish(DECAY, np.array([5.0, 0.7, 1.0]), bounds=bounds)
    assert end[1] == 0.5
    assert cost_of(DECAY, end) < cost_of(DECAY, np.array([5.0, 0.7, 1.0]))
