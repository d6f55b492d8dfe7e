import pytest
import torch

from nalm.training._steps._batches import batches
from nalm.training._steps._objective import lanes, objective
from tests.training._cohorts import cohort
from tests.training.steps._adding import WEIGHT, adding

STEP = torch.tensor(0, dtype=torch.int32)


def lane_of(state, batch, index):
    """Pick what one run needs out of its cohort."""
    x, t = batch
    slots = {"numbers": state.numbers, "validation": state.validation}
    return {**lanes(state), **{k: v[index] for k, v in slots.items()}, "x": x[index], "t": t[index]}


@pytest.mark.parametrize("index", [0, 1])
def test_it_is_the_mean_squared_error_and_the_weighted_penalties(index):
    all_runs = [adding(0), adding(1, low=3.0)]
    network, state = cohort(all_runs)
    lane = lane_of(state, batches(all_runs[0])(state, STEP), index)
    W = torch.tensor([[0.5, -0.75]], dtype=torch.float64)
    total, loss = objective(all_runs[0], network)(lane, STEP)({"weight": W})
    error = lane["x"].T @ W.T - lane["t"]
    torch.testing.assert_close(loss, error.square().mean())
    torch.testing.assert_close(total - loss, torch.tensor(WEIGHT * 1.25, dtype=torch.float64))


def test_a_lane_has_what_its_cohort_has():
    _, state = cohort([adding(0)])
    assert lanes(state)["numbers"] is state.numbers
    assert set(lanes(state)) == {"optimizer", "buffers", "numbers", "validation"}
