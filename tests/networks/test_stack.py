"""Stacks: layers in order, built from the seed alone, described as data."""

from functools import partial

import torch

from nalm.networks import Initial, Uniform, stack
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.training import Recipe, Run, initialise
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


def test_a_stack_identifies_a_run():
    def key(*initial):
        return Run(
            network=network(*initial),
            task=SingleModuleTask(operation=Operation.ADD, in_features=4),
            interpolation=Range.interval(1, 2),
            extrapolation=Range.interval(2, 6),
            recipe=Recipe(iterations=1),
            seed=0,
        ).key

    low, high = (Initial(parameters="*", draw=Uniform(low=0.0, high=high)) for high in (0.1, 0.2))
    assert len({key(), key(low), key(high)}) == 3
