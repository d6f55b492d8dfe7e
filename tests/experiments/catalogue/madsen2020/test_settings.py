"""The numbers of the paper, its appendices and its published jobs and thresholds."""

import numpy as np
import pytest

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._madsen2020._thresholds import nearly_exact_mse
from nalm.tasks import Operation, Range, SingleModuleTask

STATIC = [
    *("table1", "table2", "fig3-hidden-size", "fig3-range", "input-size", "overlap", "subset"),
    *("gating", "ablation", "regularisation", "learning-rate", "subsets"),
]
PAPER = {name: entries()[f"madsen2020/{name}"] for name in STATIC}
PRODUCTS = ["NMU", "NAC•", "NAC•,σ", "NAC•,NMU", "NALU", "Gated NAU/NMU"]
MODELS = [*PRODUCTS, "NAU", "NAC+", "Linear", "ReLU", "ReLU6"]


def settings(what, **labels):
    found = PAPER[what].settings
    return [s for s in found if labels.items() <= s.labels().items()]


def setting(what, **labels):
    (found,) = settings(what, **labels)
    return found


def ramp(each):
    (penalty,) = each.recipe.penalties
    return penalty.schedule.scale, penalty.schedule.start, penalty.schedule.end


@pytest.mark.parametrize(
    "what, rows, seeds, iterations",
    [
        ("table1", 5, 100, {200_000}),
        ("table2", 66, 100, {5_000_000}),
        ("fig3-hidden-size", 9 * 6, 50, {5_000_000}),
        ("fig3-range", 7 * 6, 50, {5_000_000}),
        ("input-size", 14 * 6, 50, {5_000_000, 10_000_000, 15_000_000}),
        ("overlap", 6 * 6, 50, {5_000_000}),
        ("subset", 4 * 6, 50, {5_000_000}),
        ("gating", 6, 100, {5_000_000}),
        ("ablation", 9 * 4, 50, {5_000_000}),
        ("regularisation", 6 * 3, 50, {5_000_000}),
        ("learning-rate", 4 * 3 * 3 * 5, 25, {5_000_000}),
        ("subsets", 8 * 5 + 3, 25, {5_000_000}),
    ],
)
def test_sizes(what, rows, seeds, iterations):
    experiment = PAPER[what]
    assert (len(experiment.settings), experiment.seeds) == (rows, seeds)
    assert {each.recipe.iterations for each in experiment.settings} == iterations
    assert {each.recipe.batch_size for each in experiment.settings} == {128}
    assert {each.recipe.evaluate_every for each in experiment.settings} == {1000}


@pytest.mark.parametrize("what", PAPER)
def test_runs_are_distinct(what):
    experiment = PAPER[what]
    keys = {each.run(seed).key for each in experiment.settings for seed in (0, 1)}
    assert len(keys) == 2 * len(experiment.settings)


@pytest.mark.parametrize("what", PAPER)
def test_networks_fit_their_tasks(what):
    for each in PAPER[what].settings:
        first, second = each.network()
        assert first.in_features == each.task.in_features
        assert first.out_features == second.in_features
        assert second.out_features == 1


@pytest.mark.parametrize(
    "task, threshold",
    [
        ("mul", 0.16005),
        ("add", 1.4785e-5),
        ("sub", 1.3855e-8),
        ("div", 4.95e-12),
        ("squared", 0.15947),
        ("root", 8.95e-9),
    ],
)
def test_table_2_has_all_models_on_all_operations(task, threshold):
    found = settings("table2", task=task)
    assert [each.unit for each in found] == MODELS
    assert {each.threshold for each in found} == {threshold}
    assert {str(each.extrapolation) for each in found} == {"[2,6)"}
    for each in found:
        assert (each.task.subset_size, each.task.overlap) == (25, 12)
        expected = (0.01, 5e3, 5e4) if each.unit == "NAU" else (10, 1e6, 2e6)
        assert ramp(each) == expected


def test_runs_of_the_main_table_are_those_of_the_sweeps():
    for what, parameter in [
        ("fig3-hidden-size", "hidden size 2"),
        ("input-size", "input size 100"),
        ("overlap", "overlap 0.5"),
        ("subset", "subset 0.25"),
        ("ablation", "hidden size 2"),
    ]:
        ours = setting("table2", unit="NMU", task="mul")
        theirs = setting(what, unit="NMU", parameter=parameter)
        assert ours.run(0).key == theirs.run(0).key


def test_the_simple_task_ends_before_its_regulariser_begins():
    for each in PAPER["table1"].settings:
        assert each.threshold == 2.157e-6
        assert each.recipe.iterations < ramp(each)[1]


THRESHOLDS = {
    "input-size": [
        *(7.10e-8, 1.510e-5, 6.14e-4, 0.01003, 0.0508, 0.1600, 0.3912, 0.8116, 1.503, 2.562),
        *(4.105, 6.258, 9.162, 12.97),
    ],
    "overlap": [0.16053, 0.16045, 0.16029, 0.16007, 0.15980, 0.15949],
    "subset": [0.02885, 0.07582, 0.1600, 0.002221],
    "fig3-range": [0.1600, 2.31e-4, 0.05076, 9.20e-4, 0.1600, 0.1053, 505.5],
    "fig3-hidden-size": [0.16005] * 9,
}


@pytest.mark.parametrize("what", THRESHOLDS)
@pytest.mark.parametrize("unit", PRODUCTS)
def test_sweeps_have_the_published_thresholds(what, unit):
    assert [each.threshold for each in settings(what, unit=unit)] == THRESHOLDS[what]


@pytest.mark.parametrize("excess, close", [(1, True), (0, False)])
def test_published_thresholds_are_simulated_with_one_input_too_many(excess, close):
    task = SingleModuleTask.from_ratios(
        Operation.ADD, in_features=100, subset_ratio=0.25, overlap_ratio=0.5
    )
    found = nearly_exact_mse(task, Range.interval(2, 6), excess=excess, samples=20_000)
    assert (found == pytest.approx(1.4785e-5, rel=0.005)) is close


@pytest.mark.parametrize("what", ["input-size", "overlap", "subset", "fig3-range", "subsets"])
def test_thresholds_of_the_sweeps_are_those_of_the_simulation(what):
    for each in settings(what, unit="NMU"):
        found = nearly_exact_mse(each.task, each.extrapolation, samples=8_000)
        assert each.threshold == pytest.approx(found, rel=0.05)


def test_the_simulation_of_the_simple_task_needs_no_additional_input():
    # (z₁ + ε(s - 2 z₁))(z₂ - ε z₂) - z₁ z₂ with s the sum of all: the second row selects all.
    task = setting("table1", unit="NMU").task
    x = Range.interval(2, 6).draw(np.random.RandomState(0), (200_000, 4))
    z1, z2 = x[:, :2].sum(1), x.sum(1)
    nearly = (z1 + 1e-5 * (z2 - 2 * z1)) * (z2 * (1 - 1e-5))
    mse = ((nearly - task.target(x, {})[:, 0]) ** 2).mean()
    assert mse == pytest.approx(2.157e-6, rel=0.005)


def test_ranges_as_published():
    found = [f"{s.interpolation} -> {s.extrapolation}" for s in settings("fig3-range", unit="NMU")]
    assert found == [
        "[-2,-1) -> [-6,-2)",
        "[-2,2) -> [-6,-2)∪[2,6)",
        "[0,1) -> [1,5)",
        "[0.1,0.2) -> [0.2,2)",
        "[1,2) -> [2,6)",
        "[1.1,1.2) -> [1.2,6)",
        "[10,20) -> [20,40)",
    ]


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
