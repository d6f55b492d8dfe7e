"""Alternating updates, penalty steps and a fixed training set, against plain loops."""

from functools import partial

import numpy as np
import pytest
import torch
from torch import nn

from nalm import INALU, NAU, NMU
from nalm.errors import InvalidValueError
from nalm.training import (
    SGD,
    AlternatingUpdate,
    L2Norm,
    PenaltyStep,
    RMSprop,
    UnitPenalty,
    Value,
    train,
)
from nalm.training._steps._update import choose, constraints, updating
from tests._tiers import thorough
from tests.training._runs import assert_same, batch_of, recipe, runs

TENSORFLOW = {"alpha": 0.9, "epsilon": 1e-10, "start": 1.0, "epsilon_inside": True}
UPDATES = (
    AlternatingUpdate(steps=3, parameters=("*w_hat*", "*m_hat*")),
    AlternatingUpdate(steps=2, parameters=("*gate",)),
)
PENALTY_STEPS = (PenaltyStep(measure=UnitPenalty(), weight=0.05, after=20.0, below=1.0),)
EVERYTHING = {
    "network": partial(INALU, 3, 1),
    "iterations": 60,
    "optimizer": RMSprop(learning_rate=0.01, **TENSORFLOW),
    "penalties": (),
    "clipping": (Value(limit=0.1),),
    "alternating_updates": UPDATES,
    "penalty_steps": PENALTY_STEPS,
    "batches": 7,
}


def plain_loop(run):
    """Train one run as the iNALU's published code does; count the penalty steps."""
    with torch.random.fork_rng():
        torch.manual_seed(run.seed)
        network = run.network().to(run.recipe.dtype)
    squares = {name: torch.ones_like(p) for name, p in network.named_parameters()}
    taken, rate = 0, run.recipe.optimizer.learning_rate

    def move(loss, names):
        parameters = dict(network.named_parameters())
        gradients = torch.autograd.grad(loss, list(parameters.values()))
        for (name, theta), gradient in zip(parameters.items(), gradients, strict=True):
            if any(part in name for part in names):
                g = gradient.clamp(-0.1, 0.1)
                squares[name] = 0.9 * squares[name] + 0.1 * g**2
                theta.data -= rate * g / (squares[name] + 1e-10) ** 0.5

    for step in range(run.recipe.iterations):
        x, t = batch_of(run, step % run.recipe.batches)
        loss = nn.functional.mse_loss(network(x), t)
        move(loss, ("w_hat", "m_hat") if step % 5 < 3 else ("gate",))
        if step >= 20 and loss.item() < 1:
            taken += 1
            move(0.05 * network.penalty(), ("w_hat", "m_hat", "gate"))
    return {name: p.detach().numpy() for name, p in network.named_parameters()}, taken


@pytest.mark.compile
@pytest.mark.usefixtures("evaluated_eagerly")
@pytest.mark.parametrize("compile", [False, thorough(True)])
def test_an_inalus_training_equals_the_plain_loop(compile):
    all_runs = runs(4, dtype=torch.float64, **EVERYTHING)
    counts = []
    for run, outcome in zip(all_runs, train(all_runs, compile=compile), strict=True):
        expected, taken = plain_loop(run)
        counts.append(taken)
        for name, value in expected.items():
            np.testing.assert_allclose(outcome.parameters[name], value, rtol=1e-9, err_msg=name)
    assert min(counts) == 0 or len(set(counts)) > 1  # the loss of its batch decides for each run
    assert max(counts) > 0


FEATURES = {
    "alternating updates": {"alternating_updates": UPDATES, "network": partial(INALU, 3, 1)},
    "penalty steps": {"penalty_steps": (PenaltyStep(measure=L2Norm(), after=5, below=10.0),)},
    "batches": {"batches": 3},
    "tensorflow": {"optimizer": RMSprop(**TENSORFLOW)},
    "everything": EVERYTHING,
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", FEATURES)
def test_a_run_does_not_depend_on_its_cohort(name):
    all_runs = runs(5, **{"iterations": 30} | FEATURES[name])
    together = train(all_runs, compile=False)
    apart = train(all_runs[:2], compile=False) + train(all_runs[2:], compile=False)
    for first, second in zip(together, apart, strict=True):
        assert_same(first, second)


def test_what_takes_no_part_keeps_value_and_state():
    updates = (
        AlternatingUpdate(steps=10, parameters=("*gate",)),
        AlternatingUpdate(steps=1, parameters=("*hat*",)),
    )
    all_runs = runs(2, partial(INALU, 3, 1), iterations=10, alternating_updates=updates)
    before = train(runs(2, partial(INALU, 3, 1), iterations=0), compile=False)
    after = train(all_runs, compile=False)
    for first, second in zip(before, after, strict=True):
        for name in first.parameters:
            same = np.array_equal(first.parameters[name], second.parameters[name])
            assert same == ("hat" in name)


def test_a_pattern_that_matches_no_parameter_is_refused():
    with pytest.raises(InvalidValueError, match="found 'nothing'"):
        update = AlternatingUpdate(steps=1, parameters=("nothing",))
        train(runs(1, alternating_updates=(update,)), compile=False)


def test_choosing_is_per_parameter_and_slot():
    def position(value):
        tensors = {"a": torch.full((2,), value), "b": torch.full((3,), value)}
        return tensors, {"mean": tensors}

    mask = {"a": torch.tensor(True), "b": torch.tensor(False)}
    parameters, state = choose(mask, new=position(1.0), old=position(0.0))
    for found in (parameters, state["mean"]):
        assert (found["a"].sum(), found["b"].sum()) == (2, 0)


def test_an_update_clips_and_clamps():
    update = updating({"a": (-0.1, 0.1)})
    parameters = {"a": torch.zeros(2), "b": torch.zeros(2)}
    gradients = {"a": torch.tensor([1.0, -0.05]), "b": torch.tensor([5.0, 0.5])}
    step = recipe(optimizer=SGD(learning_rate=1.0), clipping=(Value(limit=1.0),))
    state = step.optimizer.initial(parameters)
    moved, _ = update(step, gradients, (parameters, state), torch.tensor(0))
    torch.testing.assert_close(moved["a"], torch.tensor([-0.1, 0.05]))
    torch.testing.assert_close(moved["b"], torch.tensor([-1.0, -0.5]))


def test_constraints_have_full_parameter_names():
    network = nn.Sequential(nn.Linear(2, 2), nn.Sequential(NAU(2, 2), NMU(2, 1)))
    assert constraints(network) == {"1.0.weight": (-1, 1), "1.1.weight": (0, 1)}
    assert constraints(NAU(2, 1)) == {"weight": (-1, 1)}
