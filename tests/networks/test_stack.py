"""Stacks: layers in order, built from the seed alone, described as data."""

from dataclasses import replace
from functools import partial

import torch
from tests.training._runs import assert_same

from nalm.networks import Initial, Uniform, stack
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.training import Recipe, Run, initialise, train
from nalm.units import NAU, NMU


def network(*initial):
    return partial(stack, partial(NAU, 4, 2), partial(NMU, 2, 1), initial=initial)


def test_layers_follow_each_other():
    built = network()()
    x = torch.rand(5, 4)
    assert torch.equal(built(x), built[1](built[0](x)))


def test_initial_values_replace_those_of_the_layers():
    built = network(Initial(parameters="0.*", draw=Uniform(low=5.0, high=6.0)))()
    assert (built[0].weight >= 5).all()
    assert (built[1].weight <= 0.75).all()


def test_the_seed_decides_every_value():
    one, other = (initialise(network(), seed).state_dict() for seed in (3, 3))
    assert all(torch.equal(one[name], other[name]) for name in one)


def drawn(*, low: float, high: float, parameters: str = "*"):
    """Describe a run whose parameters begin in an interval."""
    return Run(
        network=network(Initial(parameters=parameters, draw=Uniform(low=low, high=high))),
        task=SingleModuleTask(operation=Operation.ADD, in_features=4),
        interpolation=Range.interval(1, 2),
        extrapolation=Range.interval(2, 6),
        recipe=Recipe(iterations=20, evaluate_every=10),
        seed=0,
    )


def test_a_stack_identifies_a_run():
    low, high = (drawn(low=0.0, high=high) for high in (0.1, 0.2))
    plain = replace(low, network=network())
    assert len({run.key for run in (plain, low, high)}) == 3


def test_stacks_that_only_begin_elsewhere_train_together_as_each_would_alone():
    apart = [drawn(low=0.0, high=0.1), drawn(low=0.5, high=0.6)]
    assert apart[0].signature == apart[1].signature
    assert drawn(low=0.0, high=0.1, parameters="0.*").signature != apart[0].signature
    together = train(apart, compile=False)
    for run, found in zip(apart, together, strict=True):
        assert_same(found, train([run], compile=False)[0])
    assert (together[0].parameters["0.weight"] != together[1].parameters["0.weight"]).all()
