"""The models of the arithmetic dataset are two layers with the regulariser of the paper."""

import pytest

from tests.experiments.catalogue.madsen2020._settings import (
    PAPER,
    setting,
)


@pytest.mark.parametrize("what", PAPER)
def test_networks_fit_their_tasks(what):
    for each in PAPER[what].settings:
        first, second = each.network()
        assert first.in_features == each.task.in_features
        assert first.out_features == second.in_features
        assert second.out_features == 1


@pytest.mark.parametrize(
    "unit, layers",
    [
        ("NMU", ("NAU", "NMU")),
        ("NAC•", ("NAC", "NACMul")),
        ("NAC•,σ", ("NAC", "NACMulSigmoid")),
        ("NAC•,NMU", ("NAU", "NACMulNMU")),
        ("NAU", ("NAU", "NAU")),
        ("NALU", ("NALU", "NALU")),
        ("ReLU6", ("Dense", "Dense")),
    ],
)
def test_what_a_row_of_the_tables_is_made_of(unit, layers):
    network = setting("table2", unit=unit, task="mul").network()
    assert tuple(type(layer).__name__ for layer in network) == layers
