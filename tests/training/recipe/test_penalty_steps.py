import torch

from nalm.training import L1Norm, PenaltyStep
from nalm.training._spec import numbers

PENALTY_STEP = PenaltyStep(measure=L1Norm(), weight=0.05, after=100, below=1)


def due(step, loss):
    return PENALTY_STEP.is_due(torch.tensor(step), torch.tensor(loss)).item()


def test_it_is_due_after_its_step_while_the_loss_is_low():
    assert due(100, 0.99)
    assert due(10_000, 0.0)
    assert not due(99, 0.0)
    assert not due(100, 1.0)


def test_a_loss_that_is_no_number_is_not_low():
    assert not due(100, float("nan"))
    assert not due(100, float("inf"))


def test_its_numbers_are_each_runs_own():
    assert numbers(PENALTY_STEP) == [0.05, 100.0, 1.0]
