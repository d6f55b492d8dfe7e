"""The numbers of section 4, appendix C and the published scripts."""

import pytest
import torch

import nalm
from nalm.experiments.catalogue import entries


def setting(what, unit):
    experiment = entries()[f"mistry2021division/{what}"]
    return next(each for each in experiment.settings if each.unit == unit)


def weights(recipe, step):
    """Return the weight of each penalty by its measure, at a step."""
    validation = torch.tensor(0.0)
    return {
        type(each.measure).__name__: each.schedule.weight(torch.tensor(step), validation).item()
        for each in recipe.penalties
    }


@pytest.mark.parametrize(
    "what, unit, rate",
    [
        ("fig3", "Real NPU (baseline)", 5e-3),
        ("fig3", "Real NPU (modified)", 5e-3),
        ("fig3", "NRU", 1.0),
        ("fig3", "NMRU", 1e-2),
        ("fig6", "Real NPU (baseline)", 5e-3),
        ("fig6", "Real NPU (modified)", 5e-3),
        ("fig6", "NRU", 1e-3),
        ("fig6", "NMRU", 1e-2),
    ],
)
def test_learning_rates(what, unit, rate):
    assert setting(what, unit).recipe.optimizer.learning_rate == rate


@pytest.mark.parametrize("what, inputs, steps", [("fig3", 2, 50_000), ("fig6", 10, 100_000)])
def test_inputs_and_iterations(what, inputs, steps):
    for each in entries()[f"mistry2021division/{what}"].settings:
        assert each.task.in_features == inputs
        assert each.recipe.iterations == steps
        assert (each.recipe.batch_size, each.recipe.evaluate_every) == (128, 1000)


@pytest.mark.parametrize(
    "what, unit, scale, start, end",
    [
        ("fig3", "Real NPU (modified)", 1, 40_000, 50_000),
        ("fig3", "NRU", 10, 20_000, 35_000),
        ("fig3", "NMRU", 10, 20_000, 35_000),
        ("fig6", "Real NPU (modified)", 1, 50_000, 75_000),
        ("fig6", "NRU", 10, 50_000, 75_000),
        ("fig6", "NMRU", 10, 50_000, 75_000),
    ],
)
def test_the_units_own_penalty_is_switched_on_within_its_window(what, unit, scale, start, end):
    recipe = setting(what, unit).recipe
    middle = (start + end) // 2
    found = [weights(recipe, step)["UnitPenalty"] for step in (0, start, middle, end, 100_000)]
    assert found == pytest.approx([0, 0, scale / 2, scale, scale])


@pytest.mark.parametrize("unit", ["Real NPU (baseline)", "Real NPU (modified)"])
def test_the_weight_of_the_l1_norm_grows_twice(unit):
    recipe = setting("fig3", unit).recipe
    steps = (0, 9_999, 10_000, 20_000, 49_999)
    found = [weights(recipe, step)["L1Norm"] for step in steps]
    assert found == pytest.approx([1e-9, 1e-9, 1e-8, 1e-7, 1e-7], rel=1e-5)


@pytest.mark.parametrize(
    "what, unit, measures",
    [
        ("fig1a", "Real NPU (no L1)", set()),
        ("fig1a", "Real NPU (baseline)", {"L1Norm"}),
        ("fig2a", "Real NPU (clip weight)", {"L1Norm"}),
        ("fig2b", "Real NPU (discretise gate)", {"L1Norm", "UnitPenalty"}),
        ("fig3", "NMRU", {"UnitPenalty"}),
        ("appendix-l2", "Real NPU (L2)", {"L2Norm"}),
        ("appendix-f-small-numbers-easy", "Real NPU", set()),
        ("appendix-f-small-numbers-hard", "Real NPU", {"L1Norm", "UnitPenalty"}),
    ],
)
def test_what_is_penalised(what, unit, measures):
    assert set(weights(setting(what, unit).recipe, 0)) == measures


@pytest.mark.parametrize(
    "what, unit, constraints",
    [
        ("fig3", "Real NPU (baseline)", set()),
        ("fig2a", "Real NPU (clip gate)", {"gate"}),
        ("fig2a", "Real NPU (clip weight)", {"weight"}),
        ("fig3", "Real NPU (modified)", {"gate", "weight"}),
        ("appendix-f-small-numbers-easy", "Real NPU", {"gate", "weight"}),
        ("appendix-g-npu", "NPU", {"gate", "weight_real"}),
        (
            "appendix-g-npu",
            "NPU (clip and regularise)",
            {"gate", "weight_real", "weight_imag"},
        ),
        ("appendix-h-nmru-ablation", "NMRU (sign, gradient clipping, gate)", {"gate", "weight"}),
    ],
)
def test_what_is_clipped(what, unit, constraints):
    assert set(setting(what, unit).network().constraints) == constraints


def test_the_modified_real_npu_is_the_librarys():
    torch.manual_seed(0)
    ours = setting("fig3", "Real NPU (modified)").network()
    torch.manual_seed(0)
    theirs = nalm.RealNPU.modified(2, 1)
    assert repr(vars(ours)) == repr(vars(theirs))


@pytest.mark.parametrize(
    "what, unit, clipped",
    [
        ("fig3", "NMRU", True),
        ("fig3", "NRU", False),
        ("fig3", "Real NPU (modified)", False),
        ("appendix-h-nmru-ablation", "NMRU (vanilla)", False),
        ("appendix-h-nmru-ablation", "NMRU (vanilla, gradient clipping)", True),
        ("appendix-h-nmru-ablation", "NMRU (sign)", False),
    ],
)
def test_only_the_nmru_clips_gradients(what, unit, clipped):
    clipping = setting(what, unit).recipe.clipping
    assert [each.limit for each in clipping] == ([1.0] if clipped else [])
