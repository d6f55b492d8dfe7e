from nalm.experiments.catalogue import entries
from tests.experiments.catalogue._training import train, values

EXPERIMENT = entries()["kollanur2022/section2"]


def test_nine_activations_are_tested_above_their_range():
    assert len({setting.unit for setting in EXPERIMENT.settings}) == 9
    for setting in EXPERIMENT.settings:
        assert len(setting.network()) == 3
        drawn = setting.extrapolation.draw(None, (301, 1))
        assert (drawn[0, 0], drawn[-1, 0]) == (-10, 20)


def test_the_sigmoid_saturates():
    setting = next(each for each in EXPERIMENT.settings if each.unit == "Sigmoid")
    (run,) = train(setting, iterations=300, evaluate_every=300)
    found = values(EXPERIMENT.measurements[0], run)
    assert found["error_far"] > 5
    assert found["error_inside"] < found["error_far"] / 2
