from nalm.experiments.catalogue import entries
from nalm.units import NAC, NAU, NSR


def settings(what):
    return entries()[f"faber2023nsr/{what}"].settings


def test_every_condition_has_both_branches():
    found = {s.unit for s in settings("functions")}
    assert found == {f"{c}, {b}" for c in ("NSR", "MLP", "NALU", "NAU") for b in ("NALU", "NAU")}
    kinds = {s.unit.split(", ")[1]: type(s.network().then) for s in settings("functions")}
    assert kinds == {"NALU": NAC, "NAU": NAU}


def test_the_training_set_is_fixed_and_half_of_it_equal_for_equality():
    for setting in settings("functions"):
        assert (setting.recipe.batches, setting.recipe.batch_size) == (1, 4000)
        assert setting.interpolation.equal == (0.5 if setting.task.name == "if ==" else 0)


def test_redundancy():
    found = [s.network().condition.redundancy for s in settings("redundancy")]
    assert found == [*range(1, 16)] * 2
    (code,) = {s.network().condition.redundancy for s in settings("functions-code")}
    assert code == 1
    assert isinstance(settings("functions-code")[0].network().condition, NSR)
