import numpy as np

from nalm.training import train
from tests.training._runs import runs


def test_an_outcome_has_one_value_for_each_evaluation_and_its_own_weights():
    first, second = train(runs(2), compile=False)
    assert list(first.step) == [0, 25, 50, 75, 100]
    for errors in (first.validation, first.test, first.sparsity):
        assert errors.shape == (5,)
        assert errors.dtype == np.float64
    assert first.parameters["weight"].shape == (1, 6)
    assert not np.array_equal(first.parameters["weight"], second.parameters["weight"])
    assert (first.diverged, first.restarts) == (False, 0)
