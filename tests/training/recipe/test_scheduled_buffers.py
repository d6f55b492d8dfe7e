from dataclasses import dataclass, replace

import numpy as np
import pytest
import torch
from torch import nn

from nalm.errors import InvalidValueError
from nalm.training import (
    SGD,
    Constant,
    GeometricRamp,
    Measure,
    Penalty,
    PenaltyStep,
    ScheduledBuffer,
    Trainer,
    train,
)
from nalm.training._recipe._scheduled_buffers import at_step, scheduled_names
from tests.training._runs import assert_same, batch_of, runs

STEPS, RATE = 30, 0.05


class Scaled(nn.Module):
    """Add up the inputs with weights, times a number that is a buffer."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(3))
        self.register_buffer("scale", torch.tensor(7.0))
        self.register_buffer("offset", torch.zeros(1))
        self.register_buffer("count", torch.tensor(3))

    def forward(self, x):
        return (x @ self.weight * self.scale + self.offset).unsqueeze(-1)


@dataclass(frozen=True, kw_only=True)
class Size(Measure):
    def __call__(self, network):
        return network.scale * network.weight.square().sum()


def fall(last):
    ramp = GeometricRamp(first=2.0, last=last, start=5.0, end=25.0)
    return ScheduledBuffer(buffers="sca*", schedule=ramp)


def scheduled_runs(count, **changes):
    """Make runs whose schedules end at another value each."""
    fields = {"iterations": STEPS, "optimizer": SGD(learning_rate=RATE), "penalties": ()}
    fields |= {"evaluate_every": 10, "dtype": torch.float64} | changes
    made = [replace(run, network=Scaled) for run in runs(count)]
    return [
        replace(
            run,
            recipe=replace(run.recipe, scheduled_buffers=(fall(0.5 + 0.1 * run.seed),), **fields),
        )
        for run in made
    ]


def value(run, step):
    (each,) = run.recipe.scheduled_buffers
    nowhere = torch.tensor(torch.inf, dtype=torch.float64)
    return each.schedule.weight(torch.tensor(step), nowhere)


def by_hand(run):
    """Train in a plain loop that sets the number before each step."""
    torch.manual_seed(run.seed)
    network = run.network().double()
    optimizer = torch.optim.SGD(network.parameters(), lr=RATE)
    for step in range(STEPS):
        network.scale = value(run, step)
        x, t = batch_of(run, step)
        loss = (network(x) - t).square().mean()
        for penalty in run.recipe.penalties:
            loss = loss + 0.1 * penalty.measure(network)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return network


@pytest.mark.parametrize(
    "penalties", [(), (Penalty(measure=Size(), schedule=Constant(value=0.1)),)]
)
@pytest.mark.parametrize(
    "compile", [False, pytest.param(True, marks=[pytest.mark.compile, pytest.mark.thorough])]
)
def test_each_step_computes_with_the_value_of_its_schedule(penalties, compile):
    made = scheduled_runs(3, penalties=penalties)
    for run, outcome in zip(made, train(made, compile=compile), strict=True):
        expected = by_hand(run).weight.detach().numpy()
        np.testing.assert_allclose(outcome.parameters["weight"], expected, rtol=1e-9)


def test_between_steps_it_has_the_value_of_the_last():
    made = scheduled_runs(2)
    trainer = Trainer(made, compile=False)
    for step in trainer:
        for index, run in enumerate(made):
            found = trainer.parameters(index)
            expected = value(run, step - 1).item() if step else 7.0
            assert found["scale"] == pytest.approx(expected, rel=1e-12)
            assert found["weight"].shape == (3,)
    assert "offset" not in trainer.parameters(0)  # no schedule, so nothing that training changes


def test_evaluations_see_the_value_of_the_last_step():
    (run,) = made = scheduled_runs(1)
    (outcome,) = train(made, compile=False)
    network = by_hand(run)
    network.scale = value(run, STEPS - 1)
    x = torch.tensor(run.interpolation.draw(np.random.RandomState(10), (64, 3)))
    near = (network(x).squeeze(-1) - x[:, 0] / x[:, 1]).square().mean().item()
    network.scale = torch.tensor(7.0)
    far = (network(x).squeeze(-1) - x[:, 0] / x[:, 1]).square().mean().item()
    assert near < 2 * outcome.validation[-1] < far


def test_a_penalty_step_sees_the_same_value():
    due = PenaltyStep(measure=Size(), weight=0.1, after=-1.0, below=1e9)
    (run,) = scheduled_runs(1, iterations=1, penalty_steps=(due,))
    constant = ScheduledBuffer(buffers="scale", schedule=Constant(value=2.0))
    fixed = replace(run, recipe=replace(run.recipe, scheduled_buffers=(constant,)))
    (outcome,), (expected,) = (train([each], compile=False) for each in (run, fixed))
    assert_same(outcome, expected)
    torch.manual_seed(run.seed)
    network = Scaled().double()
    network.scale = torch.tensor(2.0)
    x, t = batch_of(run, 0)
    for loss in (lambda: (network(x) - t).square().mean(), lambda: 0.1 * Size()(network)):
        (gradient,) = torch.autograd.grad(loss(), [network.weight])
        network.weight.data -= RATE * gradient
    np.testing.assert_allclose(outcome.parameters["weight"], network.weight.detach(), rtol=1e-9)


def test_a_snapshot_goes_on_as_if_nothing_had_been():
    made = scheduled_runs(2)
    (whole, other) = (Trainer(made, compile=False) for _ in range(2))
    steps = iter(whole)
    next(steps), next(steps)
    other.restore(whole.snapshot())
    list(steps), list(other)
    for first, second in zip(whole.outcomes(), other.outcomes(), strict=True):
        assert_same(first, second)


def test_names_are_those_of_floating_buffers():
    buffers = dict(Scaled().named_buffers())
    everything = ScheduledBuffer(buffers="*", schedule=Constant(value=1.0))
    assert scheduled_names((), buffers) == frozenset()
    assert scheduled_names((fall(0.5),), buffers) == {"scale"}
    assert scheduled_names((everything,), buffers) == {"scale", "offset"}
    assert fall(0.5).covers("scale") and not fall(0.5).covers("0.scale")


@pytest.mark.parametrize(
    "patterns",
    [("missing",), ("count",), ("scale", "sca*"), ("weight",)],
    ids=["no buffer", "whole numbers", "two schedules", "a parameter"],
)
def test_patterns_that_cannot_work_are_refused(patterns):
    (run,) = scheduled_runs(1)
    each = tuple(ScheduledBuffer(buffers=p, schedule=Constant(value=1.0)) for p in patterns)
    recipe = replace(run.recipe, scheduled_buffers=each)
    with pytest.raises(InvalidValueError, match=rf"buffers: .* found '{patterns[-1][:3]}"):
        Trainer([replace(run, recipe=recipe)], compile=False)


def test_a_value_fills_a_buffer_of_any_shape_and_dtype():
    buffers = {"scale": torch.zeros(2, 3), "count": torch.tensor(3)}
    nowhere = torch.tensor(torch.inf, dtype=torch.float64)
    each = ScheduledBuffer(buffers="*", schedule=Constant(value=1.5))
    found = at_step((each,), buffers, step=torch.tensor(4), validation=nowhere)
    assert torch.equal(found["scale"], torch.full((2, 3), 1.5))
    assert found["count"] is buffers["count"]


def test_a_recipe_without_schedules_has_none_in_its_description():
    assert "scheduled_buffers" not in runs(1)[0].description()["recipe"]
    assert "scheduled_buffers" in scheduled_runs(1)[0].description()["recipe"]
