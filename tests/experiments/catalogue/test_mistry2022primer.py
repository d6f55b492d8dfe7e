import pytest

from nalm.experiments.catalogue import entries
from nalm.tasks import DIVISION_RANGES, Operation, SingleModuleTask, simulated_mse

UNITS = {
    "add": ["NAC+", "NALU", "iNALU", "G-NALU", "NAU", "MCFC"],
    "sub": ["NAC+", "NALU", "iNALU", "G-NALU", "NAU"],
    "mul": [
        "NAC•",
        "NALU",
        "iNALU",
        "G-NALU",
        "NMU",
        "NPU",
        "Real NPU",
        "MulMCFC",
        "MulMCFC (sign: iNALU)",
        "MulMCFC (sign: Real NPU)",
    ],
    "div": ["NAC•", "NALU", "iNALU", "G-NALU", "NPU", "Real NPU"],
}


def model(what, unit):
    experiment = entries()[f"mistry2022primer/{what}"]
    return next(each for each in experiment.settings if each.unit == unit)


@pytest.mark.parametrize("what", UNITS)
def test_models_and_ranges(what):
    settings = entries()[f"mistry2022primer/{what}"].settings
    assert list(dict.fromkeys(setting.unit for setting in settings)) == UNITS[what]
    assert [s.interpolation for s in settings] == [r.interpolation for r in DIVISION_RANGES] * len(
        UNITS[what]
    )
    assert {setting.task for setting in settings} == {SingleModuleTask(operation=Operation(what))}


@pytest.mark.parametrize("what", UNITS)
def test_thresholds_are_the_simulated_ones(what):
    for setting in entries()[f"mistry2022primer/{what}"].settings[:9]:
        simulated = simulated_mse(setting.task, setting.extrapolation, samples=200_000)
        assert setting.threshold == pytest.approx(simulated, rel=0.01)


@pytest.mark.parametrize("what", UNITS)
def test_the_models_for_all_operations_train_as_their_defaults_say(what):
    for unit in ("NALU", "G-NALU"):
        recipe = model(what, unit).recipe
        assert recipe.optimizer.learning_rate == 1e-3
        assert recipe.penalties == recipe.clipping == ()
        assert recipe.restart is None


@pytest.mark.parametrize("what", UNITS)
def test_the_inalu_clips_restarts_and_regularises_once_fitted(what):
    recipe = model(what, "iNALU").recipe
    (penalty,) = recipe.penalties
    assert (penalty.schedule.value, penalty.schedule.after) == (0.05, 10_000)
    assert [each.limit for each in recipe.clipping] == [0.1]
    assert (recipe.restart.every, recipe.restart.patience) == (10, 5000)


@pytest.mark.parametrize(
    "what, unit, scale",
    [("add", "NAU", 0.01), ("mul", "NMU", 10), ("add", "MCFC", 10), ("mul", "MulMCFC", 10)],
)
def test_sparsity_regularisation(what, unit, scale):
    (penalty,) = model(what, unit).recipe.penalties
    ramp = penalty.schedule
    assert (ramp.scale, ramp.start, ramp.end) == (scale, 20_000, 35_000)


@pytest.mark.parametrize("what, start, end", [("mul", 1e-7, 1e-5), ("div", 1e-9, 1e-7)])
@pytest.mark.parametrize("unit", ["NPU", "Real NPU"])
def test_power_units_have_no_modification(what, start, end, unit):
    setting = model(what, unit)
    (penalty,) = setting.recipe.penalties
    assert (penalty.schedule.start, penalty.schedule.end) == (start, end)
    assert not setting.network().constraints
    assert setting.recipe.optimizer.learning_rate == 5e-3
