"""Whatever arrays are given: a typed error or an answer, and no warning of another package."""

import warnings

import pytest

from nalm.discovery import SymbolicRegressor
from nalm.errors import NalmError, NalmWarning
from tests._tiers import thorough
from tests.discovery._fuzzed_arrays import fuzzed_fit

EACH = 100


def answered(seed):
    """Fit and read what was fitted; return whether there is an answer."""
    x, y, weight, parameters = fuzzed_fit(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", NalmWarning)  # time is short, columns are constant
        try:
            model = SymbolicRegressor(**parameters).fit(x, y, sample_weight=weight)
            assert model.equation_
            assert model.reason_
            model.predict(x)
        except NalmError as error:
            assert str(error)
            return False
    return True


@pytest.mark.parametrize("first", [0, *(thorough(k * EACH) for k in range(1, 10))])
def test_any_array_gets_an_answer_or_a_typed_error(first):
    count = sum(answered(seed) for seed in range(first, first + EACH))
    assert EACH / 10 < count < EACH * 0.9  # both happen often
