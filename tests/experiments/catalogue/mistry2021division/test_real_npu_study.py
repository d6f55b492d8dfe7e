"""Figures 1 and 2 change the Real NPU step by step."""

import pytest

from nalm.experiments.catalogue import entries

PAPER = "mistry2021division"


def test_all_l1_weights_train_as_one_kind():
    experiment = entries()[f"{PAPER}/fig1b"]
    assert len({run.signature for run in experiment.runs()}) == 1


@pytest.mark.parametrize(
    ("what", "variants"),
    [
        ("fig1a", ["no L1", "baseline"]),
        ("fig2a", ["baseline", "clip gate", "clip weight", "clip gate and weight"]),
        ("fig2b", ["no discretisation", "discretise gate", "discretise gate and weight"]),
        ("fig2c", ["Xavier initialisation", "constrained initialisation"]),
    ],
)
def test_every_variant_learns_the_nine_ranges_with_25_seeds(what, variants):
    experiment = entries()[f"{PAPER}/{what}"]
    units = [f"Real NPU ({variant})" for variant in variants]
    assert [each.unit for each in experiment.settings] == [u for u in units for _ in range(9)]
    assert len(experiment.runs()) == 225 * len(variants)
    assert f"{225 * len(variants)} runs of 50,000 steps" in experiment.note


def test_the_weights_of_the_l1_norm_are_those_of_the_legend():
    settings = entries()[f"{PAPER}/fig1b"].settings[::9]
    found = {}
    for setting in settings:
        (penalty,) = setting.recipe.penalties
        start, end = setting.unit.removeprefix("Real NPU (L1 ").removesuffix(")").split(" to ")
        assert (penalty.schedule.start, penalty.schedule.end) == (float(start), float(end))
        found[start] = float(end) / float(start)
    assert len(found) == 7
    assert list(found.values()) == pytest.approx([100.0] * 7)


def test_each_step_of_the_study_keeps_what_the_one_before_found():
    def clamped(what, unit):
        settings = entries()[f"{PAPER}/{what}"].where({"unit": f"Real NPU ({unit})"}).settings
        return set(settings[0].network().constraints)

    assert clamped("fig1b", "L1 1e-9 to 1e-7") == set()
    assert clamped("fig2b", "discretise gate") == {"gate", "weight"}
    assert clamped("fig2c", "constrained initialisation") == {"gate", "weight"}
