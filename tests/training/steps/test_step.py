from dataclasses import replace
from functools import partial

import numpy as np
import pytest
import torch
from torch import nn

import nalm
from nalm import NAU, NMU
from nalm.tasks import Operation, Range, SingleModuleTask, Sobol
from nalm.training import SGD, Constant, GlobalNorm, L1Norm, Penalty, Recipe, Run, Value
from nalm.training._steps._sampling import uniform
from nalm.training._steps._step import (
    batches,
    constraints,
    evaluation,
    sparsity,
    training_step,
    within,
)
from tests.training._cohorts import cohort, tensors
from tests.training._runs import runs

RATE, LIMIT, WEIGHT = 0.5, 0.8, 0.25


def identity(tensor):
    return tensor


def adding(seed, low=1.0, rate=RATE):
    penalty = Penalty(measure=L1Norm(), schedule=Constant(value=WEIGHT))
    return Run(
        network=partial(NAU, 2, 1),
        task=SingleModuleTask(operation=Operation.ADD),
        interpolation=Range.interval(low, 2 * low),
        extrapolation=Range.interval(2, 6),
        recipe=Recipe(
            iterations=1,
            batch_size=16,
            optimizer=SGD(learning_rate=rate),
            penalties=(penalty,),
            clipping=(GlobalNorm(limit=LIMIT), Value(limit=0.6)),
            dtype=torch.float64,
        ),
        seed=seed,
    )


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


def test_constraints_have_full_parameter_names():
    network = nn.Sequential(nn.Linear(2, 2), nn.Sequential(NAU(2, 2), NMU(2, 1)))
    assert constraints(network) == {"1.0.weight": (-1, 1), "1.1.weight": (0, 1)}
    assert constraints(NAU(2, 1)) == {"weight": (-1, 1)}


def test_tensors_are_named_from_outside():
    tensor = torch.zeros(1)
    assert within("network", {"0.weight": tensor}) == {"network.0.weight": tensor}


def test_evaluation_sums_squared_errors_of_each_run():
    network = NAU(2, 1).double()
    W = torch.tensor([[[1.0, 1.0]], [[1.0, -1.0]]], dtype=torch.float64)
    sets = torch.tensor([[[1.0, 2.0], [3.0, 5.0]], [[0.0, 1.0], [1.0, 1.0]]], dtype=torch.float64)
    targets = torch.ones(2, 2, 1, dtype=torch.float64)
    found = evaluation(network)({"weight": W}, sets, torch.tensor([0, 1]), targets)
    assert found.tolist() == [9.0 + 36.0, 4.0 + 1.0]


def test_sparsity_is_each_runs_own():
    network = nn.Sequential(NAU(2, 2), NMU(2, 1))
    stacks = {name: torch.stack([p, p * 0.5]) for name, p in network.state_dict().items()}
    found = sparsity(network)(stacks)
    assert found[0].item() == pytest.approx(nalm.sparsity_error(network).item())
    for parameter in network.parameters():
        parameter.data *= 0.5
    assert found[1].item() == pytest.approx(nalm.sparsity_error(network).item())


@pytest.mark.parametrize(("epoch", "same"), [(1, {0, 1, 2, 5}), (2, {0, 2}), (None, {0})])
def test_a_training_set_is_gone_through_in_order_again_and_again(epoch, same):
    all_runs = runs(2, batches=epoch)
    _, state = cohort(all_runs)
    draw = batches(all_runs[0])
    first, _ = draw(state, torch.tensor(0, dtype=torch.int32))
    for step in (0, 1, 2, 5):
        x, _ = draw(state, torch.tensor(step, dtype=torch.int32))
        assert torch.equal(x, first) == (step in same)


def test_all_runs_get_the_points_of_one_sequence_in_their_own_interval():
    def run(low, high, seed):
        changed = {"interpolation": Sobol(low=low, high=high), "seed": seed}
        return replace(adding(seed), **changed)

    all_runs = [run(0, 1, 0), run(-2, 2, 1)]
    _, state = cohort(all_runs)
    x, t = batches(all_runs[0])(state, torch.tensor(3, dtype=torch.int32))
    expected = Sobol(low=0, high=1).draw(np.random.RandomState(0), (64, 2))[48:].T
    np.testing.assert_array_equal(x[0], expected)
    np.testing.assert_array_equal(x[1], 4 * expected - 2)
    np.testing.assert_allclose(t[1, :, 0], x[1].sum(0))
