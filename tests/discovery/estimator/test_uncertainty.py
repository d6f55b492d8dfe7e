import copy
import pickle
import warnings

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from nalm.discovery import Problem, posterior
from nalm.discovery.estimator._uncertainty import kept_problems
from nalm.discovery.problem._validation import Table
from nalm.discovery.regressor._symbolic_regressor import SymbolicRegressor
from nalm.errors import InvalidValueError, UnfinishedWarning


@pytest.fixture(scope="module")
def fitted():
    random = np.random.default_rng(0)
    x = random.uniform(1, 5, (30, 1))
    y = np.c_[2 * x[:, 0], x[:, 0]] + 0.1 * random.standard_normal((30, 2))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnfinishedWarning)
        estimator = SymbolicRegressor(starts=2, max_time=0.5, random_state=0).fit(x, y)
    return estimator, x, y


@pytest.mark.filterwarnings("ignore::nalm.errors.NalmWarning")
def test_is_the_posterior_of_the_chosen_candidate(fitted):
    estimator, x, y = fitted
    for output in (0, 1):
        discovery = estimator.discoveries_[output]
        problem = Problem(x=x, y=y[:, output], weight=np.ones(30))
        expected = posterior(discovery.candidates[discovery.chosen], problem)
        found = estimator.posterior(output=output)
        np.testing.assert_array_equal(found.draws, expected.draws)
        first = estimator.posterior(0, output, seed=1, chains=2, draws=8)
        assert first.formula == discovery.candidates[0].formula
        assert len(first.draws) == 16


def test_the_data_are_those_of_the_fit_after_a_copy_and_a_change(fitted):
    estimator, x, _ = fitted
    expected = estimator.posterior(output=1).draws
    x *= 2
    for same in (estimator, copy.deepcopy(estimator), pickle.loads(pickle.dumps(estimator))):
        np.testing.assert_array_equal(same.posterior(output=1).draws, expected)


@pytest.mark.filterwarnings("ignore::nalm.errors.NalmWarning")
def test_several_outputs_have_a_list_of_posteriors(fitted):
    estimator = fitted[0]
    for index in (None, 0, [None, 0]):
        numbers = index if isinstance(index, list) else [index, index]
        both = estimator.posterior(index, chains=2, draws=8)
        for output, found in enumerate(both):
            alone = estimator.posterior(numbers[output], output, chains=2, draws=8)
            assert (found.formula, found.names) == (alone.formula, alone.names)
            np.testing.assert_array_equal(found.draws, alone.draws)


def test_a_loaded_estimator_says_that_it_has_no_data(fitted, tmp_path):
    fitted[0].save(tmp_path / "law.json")
    with pytest.raises(InvalidValueError, match="`posterior` must have the rows of the fit"):
        SymbolicRegressor.load(tmp_path / "law.json").posterior()


def test_wrong_requests_are_refused(fitted):
    with pytest.raises(InvalidValueError, match="`index` must be"):
        fitted[0].posterior(999)
    with pytest.raises(InvalidValueError, match="`index` must be"):
        fitted[0].posterior([0, 0], output=1)
    with pytest.raises(InvalidValueError, match="`output` must be"):
        fitted[0].posterior(output=2)
    with pytest.raises(InvalidValueError, match="method should be"):
        fitted[0].posterior(method="mcmc")
    with pytest.raises(NotFittedError):
        SymbolicRegressor().posterior()


def test_rows_without_weight_are_left_out():
    x = np.arange(6.0).reshape(3, 2)
    table = Table(x=x, y=x, weight=np.array([1.0, 0.0, 2.0]), targets=("a", "b"), flat=False)
    first, second = kept_problems(table)
    np.testing.assert_array_equal(first.x, x[[0, 2]])
    np.testing.assert_array_equal(second.y, [1.0, 5.0])
    np.testing.assert_array_equal(first.weight, [1.0, 2.0])
