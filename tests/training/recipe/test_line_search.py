"""The line search: what the weak Wolfe conditions promise."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from nalm.training._recipe._line_search import ARMIJO, WOLFE, Point, line_search


def objective(x):
    return ((x - 1) ** 4 + (x - 1) ** 2).sum(-1), 4 * (x - 1) ** 3 + 2 * (x - 1)


def search(start, length, active):
    value, gradient = objective(start)
    at = Point(start, value, gradient)
    return at, line_search(objective, at, -gradient, length=length, active=active)


@given(st.lists(st.floats(-20, 20), min_size=1, max_size=5), st.floats(1e-6, 1e3))
def test_every_step_satisfies_both_conditions(starts, length):
    start = torch.tensor(starts, dtype=torch.float64)[:, None]
    if bool((start - 1).abs().lt(1e-3).any()):
        return  # already there
    lengths = torch.full((len(starts),), length, dtype=torch.float64)
    at, (found, moved) = search(start, lengths, torch.ones(len(starts), dtype=torch.bool))
    assert moved.all()
    slope = -(at.gradient**2).sum(-1)
    taken = ((found.parameters - at.parameters) / -at.gradient)[:, 0]
    assert (found.value <= at.value + ARMIJO * taken * slope + 1e-9 * at.value.abs()).all()
    reached = (found.gradient * -at.gradient).sum(-1)
    assert (reached >= WOLFE * slope * (1 + 1e-9)).all()


def test_runs_that_are_not_active_stay():
    start = torch.tensor([[3.0], [4.0]], dtype=torch.float64)
    active = torch.tensor([True, False])
    at, (found, moved) = search(start, torch.ones(2, dtype=torch.float64), active)
    assert moved.tolist() == [True, False]
    assert torch.equal(found.parameters[1], at.parameters[1])


def test_no_step_is_taken_where_none_lowers_the_value():
    start = torch.tensor([[1.0]], dtype=torch.float64)
    value, _ = objective(start)
    at = Point(start, value, torch.ones_like(start))  # a gradient that is wrong
    ones, active = torch.ones(1, dtype=torch.float64), torch.ones(1, dtype=torch.bool)
    found, moved = line_search(objective, at, torch.ones_like(start), length=ones, active=active)
    assert not moved.any()
    assert torch.equal(found.parameters, start)
