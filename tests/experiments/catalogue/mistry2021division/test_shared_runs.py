"""Runs that appear in several figures are trained once, and keys last."""

import pytest

from nalm.experiments.catalogue import entries

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
