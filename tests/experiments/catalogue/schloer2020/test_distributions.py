import numpy as np

from nalm.experiments.catalogue._schloer2020._distributions import PUBLISHED, normal


def test_a_normal_spans_six_standard_deviations():
    distribution = normal(-4, 2)
    assert str(distribution) == "N(-1,1)[-4,2]"
    drawn = distribution.draw(np.random.RandomState(0), (10_000, 1))
    assert -4 <= drawn.min() < drawn.max() <= 2
    assert abs(drawn.mean() + 1) < 0.05


def test_tests_lie_outside_of_the_training_data():
    for pair in PUBLISHED[:5]:
        inside = pair.interpolation.draw(np.random.RandomState(0), (1000, 1))
        outside = pair.extrapolation.draw(np.random.RandomState(0), (1000, 1))
        assert outside.min() > inside.max() or outside.max() < inside.min()
