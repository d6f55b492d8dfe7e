import pytest

from nalm.experiments.catalogue import entries

TASKS = ("easy", "medium", "hard")


@pytest.fixture(scope="module")
def gold():
    table = entries()["mistry2021division/fig5"].compute()
    return table.set_index(["task", "unit", "upper"])["mse"].to_dict()


@pytest.mark.parametrize("task", TASKS)
def test_thresholds_are_the_errors_of_exact_weights_and_a_little(gold, task):
    for setting in entries()[f"mistry2021division/appendix-f-small-numbers-{task}"].settings:
        ((low, upper),) = setting.interpolation.intervals
        exact = gold[task, setting.unit, upper]
        share = 0.1 if setting.unit == "NRU" else 1e-5
        assert low == 0
        assert setting.inclusive
        assert setting.threshold == pytest.approx(exact * (1 + share) + 2**-23, rel=1e-9)


@pytest.mark.parametrize("task", TASKS)
def test_the_test_range_is_the_training_range(task):
    experiment = entries()[f"mistry2021division/appendix-f-small-numbers-{task}"]
    for setting in experiment.settings:
        assert setting.interpolation == setting.extrapolation
    assert len(experiment.settings) == 3 * 5


@pytest.mark.parametrize("task, inputs, steps", [("easy", 1, 5_000), ("hard", 2, 50_000)])
def test_inputs_and_iterations(task, inputs, steps):
    for setting in entries()[f"mistry2021division/appendix-f-small-numbers-{task}"].settings:
        assert setting.task.in_features == inputs
        assert setting.recipe.iterations == steps
