"""Estimates of training time: what they grow with. That they hold is measured, not tested."""

from dataclasses import replace
from functools import partial

import pytest
import torch

from nalm.cli._progress._cost import (
    CONVOLUTION,
    NANOSECONDS,
    _count,
    _Counter,
    estimate_seconds,
    run_cost,
    step_cost,
)
from nalm.networks import stack
from nalm.tasks import PerInput, TruncatedNormal
from nalm.units import NALU, NAU, NMU, RealNPU, Unit
from tests.cli.examples import small_experiment


class Loops(torch.nn.Linear):
    compiles_itself = True
    evaluations = 800


def with_network(network, inputs=2, **recipe):
    setting = small_experiment().settings[0]
    task = replace(setting.task, in_features=inputs)
    return replace(
        setting, network=network, task=task, recipe=replace(setting.recipe, **recipe)
    ).run(0)


def test_an_estimate_grows_with_seeds():
    experiment = small_experiment()
    one, ten, hundred = (estimate_seconds(experiment.with_seeds(n)) for n in (1, 10, 100))
    assert 0 < one < ten < hundred < 100 * one
    assert hundred - ten == pytest.approx(10 * (ten - one))


def test_a_network_of_more_operations_takes_longer_to_compile():
    def seconds(network):
        experiment = small_experiment().with_seeds(1)
        setting = replace(experiment.settings[0], network=network)
        return estimate_seconds(replace(experiment, settings=(setting,)))

    assert seconds(partial(NALU, 2, 1)) > 1 + seconds(partial(NAU, 2, 1))  # steps take less


def test_inputs_layers_and_precision_cost():
    _, small = step_cost(with_network(partial(NAU, 2, 1)))
    _, wide = step_cost(with_network(partial(NAU, 100, 1), inputs=100))
    two = partial(stack, partial(NAU, 100, 2), partial(NMU, 2, 1))
    _, deep = step_cost(with_network(two, inputs=100))
    _, double = step_cost(with_network(partial(NAU, 2, 1), dtype=torch.float64))
    assert small < wide < deep
    assert double == pytest.approx(2 * small)


@pytest.mark.parametrize("kind", NANOSECONDS)
def test_every_kind_of_number_is_counted(kind, monkeypatch):
    size = 40 if kind == "dense" else 2
    run = with_network(partial(RealNPU, size, size), inputs=size)
    _, before = step_cost(run)
    monkeypatch.setitem(NANOSECONDS, kind, 1000 * NANOSECONDS[kind])
    _, after = step_cost(run)
    assert after > 2 * before


def test_a_normal_input_costs_more_than_a_uniform_one():
    run = with_network(partial(NAU, 100, 1), inputs=100)
    normal = TruncatedNormal(mean=0, standard_deviation=1, low=-2, high=2)
    mixed = PerInput(parts=(run.interpolation, normal))
    costs = [
        step_cost(replace(run, interpolation=x))[1] for x in (run.interpolation, normal, mixed)
    ]
    assert 2 * costs[0] < costs[1] == costs[2]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
@pytest.mark.parametrize(
    "network",
    [
        partial(NAU, 3, 7),
        partial(NALU, 2, 1),
        partial(stack, partial(NAU, 100, 2), partial(NMU, 2, 1)),
        partial(stack, partial(RealNPU, 21, 11), partial(NAU, 11, 1)),
    ],
)
def test_few_rows_tell_what_a_batch_computes(network, dtype):
    built = network()
    inputs = next(each for each in built.modules() if isinstance(each, Unit)).in_features
    run = with_network(network, inputs=inputs, dtype=dtype, batch_size=50)
    x = torch.ones(50, inputs)
    with _Counter(1, 1) as counter:
        built(x).sum().backward()
    counted = _count(run)
    assert counted.pop("updated") == sum(each.numel() for each in built.parameters())
    assert counted == counter.numbers


def image_network():
    one = torch.nn.Conv2d(1, 2, 3, bias=False)
    two = torch.nn.Conv2d(2, 4, 2, bias=False)
    return torch.nn.Sequential(torch.nn.Unflatten(1, (1, 5, 5)), one, two, torch.nn.Flatten())


def test_every_multiplication_of_a_convolution_is_counted():
    counts = _count(with_network(image_network, inputs=25, batch_size=10))
    first = (2 * 3 * 3) * (1 * 3 * 3 + CONVOLUTION)
    second = (4 * 2 * 2) * (2 * 2 * 2 + CONVOLUTION)
    # Forward, gradient of the weights, and of the inputs where something is learnt before them.
    assert counts["dense"] == 10 * (2 * first + 3 * second)


def test_a_run_costs_its_steps():
    run = with_network(partial(NAU, 3, 1), inputs=3)
    longer = replace(run, recipe=replace(run.recipe, iterations=2 * run.recipe.iterations))
    assert run_cost(run) == pytest.approx(1e-6 * run.recipe.iterations * step_cost(run)[1])
    assert run_cost(longer) == pytest.approx(2 * run_cost(run))


def test_a_network_with_loops_of_its_own_pays_for_calling_them():
    fixed, _ = step_cost(with_network(partial(Loops, 2, 1)))
    plain, _ = step_cost(with_network(partial(torch.nn.Linear, 2, 1)))
    assert fixed > 10 * plain
