import numpy as np
import pytest
import torch
from torch.func import vmap

from nalm.errors import InvalidTypeError
from nalm.tasks import Univariate, UnivariateTask

X = np.random.RandomState(0).uniform(0.1, 5, (3, 20, 1))
INVERSES = {Univariate.EXP: np.log, Univariate.LOG: np.exp}


@pytest.mark.parametrize("function", list(Univariate), ids=str)
def test_numpy_and_torch_agree_run_by_run(function):
    task = UnivariateTask(function=function)
    found = vmap(lambda x: task.target(x, task.instance(0)))(torch.tensor(X))
    expected = task.target(X, task.instance(0))
    assert expected.shape == X.shape
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-13)


@pytest.mark.parametrize("function", list(INVERSES), ids=str)
def test_functions_are_undone_by_their_inverses(function):
    np.testing.assert_allclose(INVERSES[function](function.evaluate(X)), X, rtol=1e-12)


def test_the_sine_is_odd_and_periodic():
    sine = Univariate.SIN.evaluate
    np.testing.assert_allclose(sine(-X), -sine(X))
    np.testing.assert_allclose(sine(X + 2 * np.pi), sine(X), atol=1e-12)
    assert sine(np.array([np.pi / 2])).item() == 1


def test_the_logarithm_of_a_negative_number_is_silent_and_has_no_value():
    assert np.isnan(Univariate.LOG.evaluate(np.array([-1.0])))


def test_a_word_is_no_function():
    with pytest.raises(InvalidTypeError, match=r"Univariate.EXP"):
        UnivariateTask(function="exp")
