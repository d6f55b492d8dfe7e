import pytest

from nalm.experiments.catalogue import entries
from nalm.tasks import DIVISION_RANGES, Operation, SingleModuleTask, simulated_mse


def settings(what, unit=None):
    whole = entries()[f"mistry2022robust/{what}"].settings
    return [each for each in whole if unit in (None, each.unit)]


@pytest.mark.parametrize("what", ["single-module", "arithmetic-dataset", "noise-ranges"])
def test_every_model_is_trained_on_the_nine_ranges(what):
    ranges = [(s.interpolation, s.extrapolation) for s in settings(what)]
    assert ranges == list(DIVISION_RANGES) * (len(ranges) // 9)


def test_thresholds_are_the_simulated_ones():
    task = SingleModuleTask(operation=Operation.MUL)
    for setting in settings("single-module", "sNMU"):
        simulated = simulated_mse(task, setting.extrapolation, epsilon=1e-5, samples=200_000)
        assert setting.threshold == pytest.approx(simulated, rel=0.01)


def test_the_models_without_noise_share_their_runs_with_the_primer():
    shared = {s.run(0).key for s in entries()["mistry2022primer/mul"].settings}
    for setting in settings("single-module"):
        assert (setting.run(0).key in shared) == ("sNMU" not in setting.unit)


def test_the_noise_is_the_only_change_to_the_nmu():
    for unit in ("sNMU", "batch sNMU"):
        for noisy, plain in zip(
            settings("single-module", unit), settings("single-module", "NMU"), strict=True
        ):
            assert noisy.recipe == plain.recipe
    noise = [s.network() for s in settings("single-module", "batch sNMU")]
    assert {each.high for each in noise} == {None}


def test_noise_on_the_dataset():
    steps = {s.unit: s.recipe.iterations for s in settings("arithmetic-dataset")}
    assert steps == {"NAU-NMU": 5_000_000, "NAU-sNMU": 2_000_000, "NAU-batch sNMU": 2_000_000}
    found = {str(s.parameter): s.network()[1] for s in settings("noise-ranges")}
    assert {name: (unit.low, unit.high) for name, unit in found.items()} == {
        "noise [0.01,0.05]": (0.01, 0.05),
        "noise [0.1,0.5]": (0.1, 0.5),
        "noise [1,2]": (1, 2),
        "noise [1,5]": (1, 5),
        "noise [5,10]": (5, 10),
        "noise [10,20]": (10, 20),
    }
