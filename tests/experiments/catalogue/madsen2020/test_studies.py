"""The ablation, the regulariser, the learning rates and more than two sums, as in the appendix."""

import pytest

from tests.experiments.catalogue.madsen2020._settings import (
    ramp,
    setting,
    settings,
)


@pytest.mark.parametrize(
    "unit, scale, clamped",
    [
        ("NMU", 10, True),
        ("NMU (no regulariser)", 0, True),
        ("NMU (no projection)", 10, False),
        ("NMU (neither)", 0, False),
    ],
)
def test_the_ablation(unit, scale, clamped):
    found = settings("ablation", unit=unit)
    assert [each.parameter.value for each in found] == list(range(2, 11))
    for each in found:
        assert ramp(each) == (scale, 1e6, 2e6)
        assert [bool(layer.constraints) for layer in each.network()] == [clamped, clamped]


def test_what_is_not_projected_is_clamped_in_the_equation():
    nau, nmu = setting("ablation", unit="NMU (neither)", parameter="hidden size 2").network()
    for layer, low in ((nau, -1), (nmu, 0)):
        layer.weight.data.fill_(-3.0)
        x = nau.weight.new_full((layer.in_features,), 2.0)
        free = layer(x)
        layer.weight.data.fill_(low)
        assert (free == layer(x)).all()


@pytest.mark.parametrize(
    "task, unit, start, end",
    [("add", "NAU", 5e3, 5e4), ("sub", "NAU", 5e3, 5e4), ("mul", "NMU", 1e6, 2e6)],
)
def test_the_weights_of_the_regulariser(task, unit, start, end):
    found = settings("regularisation", task=task, unit=unit)
    assert [ramp(s) for s in found] == [(v, start, end) for v in (0, 0.01, 0.1, 1, 10, 100)]
    assert [s.parameter.value for s in found] == [0, 0.01, 0.1, 1, 10, 100]


@pytest.mark.parametrize("optimizer", ["Adam", "SGD", "SGD with momentum"])
@pytest.mark.parametrize("task", ["add", "sub", "mul", "div"])
def test_learning_rates(optimizer, task):
    for model in ("NAC+", "NAC•", "NALU"):
        found = settings("learning-rate", task=task, unit=f"{model} ({optimizer})")
        rules = [each.recipe.optimizer for each in found]
        assert [rule.learning_rate for rule in rules] == [1e-5, 1e-4, 1e-3, 1e-2, 1e-1]
        assert [s.parameter.value for s in found] == [rule.learning_rate for rule in rules]
        momenta = {getattr(rule, "momentum", None) for rule in rules}
        assert momenta == {{"Adam": None, "SGD": 0, "SGD with momentum": 0.9}[optimizer]}


def test_more_than_two_sums():
    for unit in ("NAC•", "NAC•,σ", "NALU", "NMU", "NAC•,NMU"):
        found = settings("subsets", unit=unit)
        sizes = [(s.task.subset_count, s.network()[0].out_features) for s in found]
        assert sizes == [(2, 2), (3, 3), (4, 4), (5, 5), (2, 4), (3, 6), (4, 8), (5, 10)]
    code = settings("subsets", unit="NAC•,NMU (code)")
    sizes = [(s.task.subset_count, s.network()[0].out_features) for s in code]
    assert sizes == [(3, 2), (4, 2), (5, 2)]
