import pytest
import torch

from nalm.training._steps._batches import batches
from nalm.training._steps._objective import objective, per_run_state
from tests.training._cohorts import cohort
from tests.training.steps._adding import WEIGHT, adding

STEP = torch.tensor(0, dtype=torch.int32)


def run_state_of(state, batch, index):
    """Pick what one run needs out of its cohort."""
    x, t = batch
    slots = {"numbers": state.numbers, "validation": state.validation}
    return {
        **per_run_state(state),
        **{k: v[index] for k, v in slots.items()},
        "x": x[index],
        "t": t[index],
    }


@pytest.mark.parametrize("index", [0, 1])
def test_it_is_the_mean_squared_error_and_the_weighted_penalties(index):
    all_runs = [adding(0), adding(1, low=3.0)]
    network, state = cohort(all_runs)
    run_state = run_state_of(state, batches(all_runs[0])(state, STEP), index)
    W = torch.tensor([[0.5, -0.75]], dtype=torch.float64)
    total, seen = objective(all_runs[0], network)(run_state, STEP)({"weight": W})
    error = run_state["x"].T @ W.T - run_state["t"]
    torch.testing.assert_close(seen.loss, error.square().mean())
    assert seen.written == {}
    torch.testing.assert_close(total - seen.loss, torch.tensor(WEIGHT * 1.25, dtype=torch.float64))


def test_the_state_per_run_is_that_of_its_cohort():
    _, state = cohort([adding(0)])
    assert per_run_state(state)["numbers"] is state.numbers
    assert set(per_run_state(state)) == {"optimizer", "buffers", "written", "numbers", "validation"}
