"""The studies of the appendices have the paper's rates, losses and variants."""

import pytest

from nalm.experiments.catalogue import entries
from nalm.training import SGD, Adam

PAPER = "mistry2021division"
SIZES = {
    "appendix-l2": (2, 2),
    "appendix-e-real-npu-learning-rate": (4, 2),
    "appendix-e-nru-learning-rate": (4, 2),
    "appendix-g-npu": (3, 10),
    "appendix-g-weight-discretisation": (2, 10),
    "appendix-h-nmru-ablation": (5, 10),
    "appendix-h-nmru-learning-rate": (3, 10),
    "appendix-h-nmru-optimiser": (2, 10),
    "appendix-i-nru-sign": (2, 10),
    "appendix-j-losses": (9, 10),
}
"""Models, inputs."""


def models(name):
    """Return the settings of the first of the nine ranges: one for each model."""
    return entries()[f"{PAPER}/{name}"].settings[::9]


@pytest.mark.parametrize("name", SIZES)
def test_every_model_learns_the_nine_ranges_with_25_seeds(name):
    experiment = entries()[f"{PAPER}/{name}"]
    count, inputs = SIZES[name]
    units = [each.unit for each in experiment.settings]
    assert len(set(units)) == count
    assert units == [unit for unit in dict.fromkeys(units) for _ in range(9)]
    assert len(experiment.runs()) == 225 * count
    assert experiment.note.startswith(f"{225 * count} runs of ")
    assert {each.task.in_features for each in experiment.settings} == {inputs}


@pytest.mark.parametrize(
    ("name", "rates"),
    [
        ("appendix-e-real-npu-learning-rate", [5e-4, 5e-3, 5e-2, 5e-1]),
        ("appendix-e-nru-learning-rate", [1e-3, 1e-2, 1e-1, 1.0]),
        ("appendix-h-nmru-learning-rate", [1e-3, 1e-2, 1e-1]),
    ],
)
def test_the_rates_are_those_that_the_names_say(name, rates):
    found = models(name)
    assert [each.recipe.optimizer.learning_rate for each in found] == rates
    assert [each.unit.split("learning rate ")[1].rstrip(")") for each in found] == [
        f"{rate:g}" for rate in rates
    ]


def test_both_optimisers_have_the_same_rate():
    adam, plain = (each.recipe.optimizer for each in models("appendix-h-nmru-optimiser"))
    assert (type(adam), type(plain)) == (Adam, SGD)
    assert adam.learning_rate == plain.learning_rate == 1e-2
    assert plain.momentum == 0


def test_three_losses_train_three_models():
    losses = {}
    for each in models("appendix-j-losses"):
        losses.setdefault(type(each.recipe.loss).__name__, []).append(type(each.network()).__name__)
    assert losses == {
        "MeanSquaredError": ["RealNPU", "NRU", "NMRU"],
        "PearsonCorrelation": ["RealNPU", "NRU", "NMRU"],
        "MeanAbsolutePercentageError": ["RealNPU", "NRU", "NMRU"],
    }


def test_the_norm_is_the_only_difference_of_the_l2_study():
    one, other = models("appendix-l2")
    assert one.recipe.penalties != other.recipe.penalties
    assert one.run(0).description()["network"] == other.run(0).description()["network"]
    (penalty,) = other.recipe.penalties
    assert (type(penalty.measure).__name__, penalty.schedule.start) == ("L2Norm", 1e-7)
