from dataclasses import replace
from functools import partial

import pytest
import torch

from nalm.experiments import Setting, Trained
from nalm.experiments.catalogue._kollanur2022._accuracy import Accuracy
from nalm.tasks import Chain, Operation, Range
from nalm.training import Recipe
from nalm.units import Dense
from tests.experiments.catalogue._training import train, values

SETTING = Setting(
    unit="Linear",
    network=partial(Dense, 2, 1),
    task=Chain(operation=Operation.ADD, in_features=2),
    interpolation=Range.interval(20, 40),
    extrapolation=Range.interval(-60, 60),
    recipe=Recipe(iterations=0),
)


@pytest.fixture(scope="module")
def untrained():
    return train(SETTING)[0]


def with_error(run: Trained, bias: float, weight: float = 1.0) -> Trained:
    parameters = {
        "weight": torch.full((1, 2), weight).numpy(),
        "bias": torch.tensor([bias]).numpy(),
    }
    return replace(run, stored=replace(run.stored, parameters=parameters))


@pytest.mark.parametrize(
    ("bias", "expected"), [(0.0, (1, 1, 1)), (0.05, (1, 1, 0)), (0.4, (1, 0, 0)), (2.0, (0, 0, 0))]
)
def test_a_constant_error_counts_where_the_tolerance_is_larger(untrained, bias, expected):
    found = values(Accuracy(), with_error(untrained, bias))
    assert (found["accuracy"], found["accuracy_0.1"], found["accuracy_0.01"]) == expected


def test_relative_errors_and_signs(untrained):
    assert values(Accuracy(), with_error(untrained, 0.0, 1.005))["accuracy_relative"] == 1
    assert values(Accuracy(), with_error(untrained, 0.0, 1.02))["accuracy_relative"] == 0
    assert values(Accuracy(), with_error(untrained, 0.0, -1.0))["sign_error"] == 1
    assert values(Accuracy(), with_error(untrained, 0.0, 1.0))["sign_error"] == 0


def test_accuracies_are_multiples_of_a_thousandth(untrained):
    for value in values(Accuracy(), untrained).values():
        assert value * 1000 == pytest.approx(round(value * 1000))
