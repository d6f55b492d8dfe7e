import numpy as np
import torch

from nalm.training._steps._sampling import uniform
from nalm.training._steps._step import training_step
from tests.training._cohorts import cohort, tensors
from tests.training._runs import runs
from tests.training.steps._adding import LIMIT, WEIGHT, adding


def identity(tensor):
    return tensor


def by_hand(run, W):
    """y = W x, t = x₀ + x₁; the gradient of mean((y − t)²) + λ Σ|W| written out."""
    shape = (1, 2, run.recipe.batch_size)
    seed, step = (torch.tensor(value, dtype=torch.int32) for value in (run.seed, 0))
    ((low, high),) = run.interpolation.intervals
    x = (low + (high - low) * uniform(seed, step, shape, torch.float64)[0]).T.numpy()
    error = x @ W.T - x.sum(1, keepdims=True)
    gradient = 2 * (error * x).mean(0, keepdims=True) + WEIGHT * np.sign(W)
    gradient = gradient * min(1.0, LIMIT / (np.linalg.norm(gradient) + 1e-6))
    gradient = gradient.clip(-0.6, 0.6)
    return (W - run.recipe.optimizer.learning_rate * gradient).clip(-1, 1)


def test_one_step_is_the_one_by_hand():
    all_runs = [adding(0), adding(1, low=3.0, rate=0.1), adding(2, rate=5.0)]
    network, state = cohort(all_runs)
    before = state.parameters["weight"].clone().numpy()
    with torch.no_grad():
        training_step(all_runs[0], network, identity)(state)
    for run, W, found in zip(all_runs, before, state.parameters["weight"], strict=True):
        np.testing.assert_allclose(found, by_hand(run, W), rtol=1e-12)
    assert state.step.item() == 1
    assert state.parameters["weight"].abs().max() == 1  # the rate of 5 ran into the constraint


def test_a_step_changes_nothing_but_parameters_optimizer_and_step():
    all_runs = runs(3)
    network, state = cohort(all_runs)
    before = [t.clone() for t in (state.numbers, state.seed, *state.instance.values())]
    validation = state.validation.clone()
    training_step(all_runs[0], network, identity)(state)
    after = (state.numbers, state.seed, *state.instance.values())
    assert all(torch.equal(x, y) for x, y in zip(before, after, strict=True))
    assert torch.equal(validation, state.validation)


def test_steps_are_repeatable_and_differ_from_each_other():
    def after(steps):
        all_runs = runs(2)
        network, state = cohort(all_runs)
        step = training_step(all_runs[0], network, identity)
        for _ in range(steps):
            step(state)
        return tensors(state)

    assert all(torch.equal(x, y) for x, y in zip(after(3), after(3), strict=True))
    assert not torch.equal(after(2)[0], after(3)[0])
