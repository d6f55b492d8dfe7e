"""Runs that appear in several figures are trained once, and keys last."""

import pytest

from nalm.experiments.catalogue import entries
from nalm.tasks import DIVISION_RANGES

PAPER = "mistry2021division"


def settings(what, unit):
    found = [s for s in entries()[f"{PAPER}/{what}"].settings if s.unit == unit]
    assert found, f"{what} has no {unit}"
    return found


def keys(what, unit):
    return [setting.run(3).key for setting in settings(what, unit)]


@pytest.mark.parametrize(
    "first, second",
    [
        (("fig1a", "Real NPU (baseline)"), ("fig3", "Real NPU (baseline)")),
        (("fig1b", "Real NPU (L1 1e-9 to 1e-7)"), ("fig3", "Real NPU (baseline)")),
        (("fig2a", "Real NPU (baseline)"), ("fig3", "Real NPU (baseline)")),
        (
            ("fig2a", "Real NPU (clip gate and weight)"),
            ("fig2b", "Real NPU (no discretisation)"),
        ),
        (
            ("fig2b", "Real NPU (discretise gate and weight)"),
            ("fig2c", "Real NPU (Xavier initialisation)"),
        ),
        (
            ("fig2c", "Real NPU (constrained initialisation)"),
            ("fig3", "Real NPU (modified)"),
        ),
        (("appendix-l2", "Real NPU (baseline)"), ("fig3", "Real NPU (baseline)")),
        (
            ("appendix-e-real-npu-learning-rate", "Real NPU (modified, learning rate 0.005)"),
            ("fig3", "Real NPU (modified)"),
        ),
        (("appendix-e-nru-learning-rate", "NRU (learning rate 1)"), ("fig3", "NRU")),
        (("appendix-g-npu", "Real NPU (modified)"), ("fig6", "Real NPU (modified)")),
        (
            ("appendix-g-weight-discretisation", "Real NPU (modified)"),
            ("fig6", "Real NPU (modified)"),
        ),
        (
            ("appendix-h-nmru-ablation", "NMRU (sign, gradient clipping)"),
            ("fig6", "NMRU"),
        ),
        (("appendix-h-nmru-learning-rate", "NMRU (learning rate 0.01)"), ("fig6", "NMRU")),
        (("appendix-h-nmru-optimiser", "NMRU (Adam)"), ("fig6", "NMRU")),
        (("appendix-i-nru-sign", "NRU"), ("fig6", "NRU")),
        (("appendix-j-losses", "NRU (MSE)"), ("fig6", "NRU")),
    ],
    ids=lambda pair: pair[0] + " " + pair[1],
)
def test_the_same_model_is_trained_once(first, second):
    assert keys(*first) == keys(*second)


@pytest.mark.parametrize("what, figure", [("fig4", "fig3"), ("fig4-redundancy", "fig6")])
def test_the_third_mixed_sign_dataset_is_one_of_the_nine_ranges(what, figure):
    third = keys(what, "Real NPU (modified)")[2]
    assert third == keys(figure, "Real NPU (modified)")[4]


@pytest.mark.parametrize("what", ["fig3", "fig6"])
def test_the_main_figures_have_225_runs_per_model_on_the_nine_ranges(what):
    experiment = entries()[f"{PAPER}/{what}"]
    units = ["Real NPU (baseline)", "Real NPU (modified)", "NRU", "NMRU"]
    assert [setting.unit for setting in experiment.settings] == [u for u in units for _ in range(9)]
    assert experiment.seeds == 25
    pairs = [(setting.interpolation, setting.extrapolation) for setting in experiment.settings]
    assert pairs == list(DIVISION_RANGES) * 4
    assert {setting.threshold for setting in experiment.settings} == {1e-5}


@pytest.mark.parametrize(
    "what, unit, key",
    [
        ("fig3", "Real NPU (baseline)", "333bb9541ae5a221542cf7e7e4d9b079"),
        ("fig3", "NRU", "3f2b6ba134fb02c3021e4a8fd79c218e"),
        ("fig6", "NMRU", "69d280bba2732b4a416575f6ebf4333c"),
    ],
)
def test_keys_last(what, unit, key):
    assert settings(what, unit)[0].run(0).key == key


def test_all_l1_weights_train_as_one_kind():
    experiment = entries()[f"{PAPER}/fig1b"]
    assert len({run.signature for run in experiment.runs()}) == 1
