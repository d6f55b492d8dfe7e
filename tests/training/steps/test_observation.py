from dataclasses import replace
from functools import partial

import pytest
import torch
from torch import nn

from nalm.errors import InvalidValueError
from nalm.networks import Recurrence
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.training import Constant, Penalty, Recipe, Run, UnitPenalty, UsedInputs, train
from nalm.training._steps._observation import measured, recorded_inputs
from nalm.units import NAU, NMU, input_penalty

USED = Penalty(measure=UsedInputs(), schedule=Constant(value=1.0))
SPARSE = Penalty(measure=UnitPenalty(), schedule=Constant(value=1.0))


def test_every_call_of_every_unit_is_recorded():
    network = Recurrence(partial(NAU, 3, 1))
    x = torch.rand(4, 5, 2)
    with recorded_inputs(network, [SPARSE, USED]) as inputs:
        states = network(x)
    assert list(inputs) == ["cell"]
    assert [each.shape for each in inputs["cell"]] == [(4, 3)] * 5
    assert torch.equal(inputs["cell"][2][:, :2], x[:, 2])
    assert torch.equal(inputs["cell"][2][:, 2:], states[:, 1])
    assert measured(USED, network, inputs=inputs) == input_penalty(network.cell, inputs["cell"])


@pytest.mark.parametrize("fails", [True, False])
def test_nothing_is_recorded_afterwards(fails):
    network = nn.Sequential(NAU(2, 2), NMU(2, 1))
    try:
        with recorded_inputs(network, [USED]) as inputs:
            network(torch.ones(1, 2))
            if fails:
                raise RuntimeError
    except RuntimeError:
        pass
    network(torch.ones(1, 2))
    assert {name: len(calls) for name, calls in inputs.items()} == {"0": 1, "1": 1}


def test_nothing_is_recorded_where_no_penalty_asks():
    network = NAU(2, 1)
    with recorded_inputs(network, [SPARSE]) as inputs:
        network(torch.ones(1, 2))
    assert inputs == {}
    assert measured(SPARSE, network, inputs=inputs) == network.penalty()


def test_a_network_without_units_is_refused():
    with pytest.raises(InvalidValueError, match="expected a network with units"):
        UsedInputs()(nn.Linear(2, 1), {})


def test_it_trains_and_pulls_unused_inputs_towards_the_neutral_element():
    def network(weight):
        recipe = Recipe(iterations=50, evaluate_every=50, evaluation_rows=10, batch_size=8)
        penalties = (Penalty(measure=UsedInputs(), schedule=Constant(value=weight)),)
        run = Run(
            network=partial(NAU, 2, 1),
            task=SingleModuleTask(operation=Operation.SUB),
            interpolation=Range.interval(1, 2),
            extrapolation=Range.interval(2, 6),
            recipe=replace(recipe, penalties=penalties),
            seed=0,
        )
        (outcome,) = train([run], compile=False)
        return abs(outcome.parameters["weight"]).sum()

    assert network(10.0) > network(0.0)  # only |W| = 1 leaves no input unused
