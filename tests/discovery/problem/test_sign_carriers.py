import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.problem._sign_carriers import has_one_sign, sign_carriers
from tests.discovery._laws import problem


def some_inputs(seed=0):
    return np.random.default_rng(seed).normal(size=(60, 4))


@given(st.sets(st.integers(0, 3), min_size=1, max_size=3), st.sampled_from([-2.0, 0.5]))
def test_the_inputs_that_make_the_sign_are_found(carriers, factor):
    x = some_inputs()
    y = factor * np.prod(x[:, sorted(carriers)], axis=1) * (1 + x[:, 0] ** 2)
    assert sign_carriers(problem(x, y)) == tuple(sorted(carriers))


@pytest.mark.parametrize(
    "target",
    [lambda x: 1 + x[:, 0] ** 2, lambda x: x[:, 0] + x[:, 1], lambda x: np.prod(x, axis=1)],
    ids=["one sign", "a sum", "too many"],
)
def test_there_may_be_none(target):
    x = some_inputs()
    assert sign_carriers(problem(x, target(x))) == ()


def test_zero_has_no_sign():
    assert not has_one_sign(np.array([1.0, 0.0]))
    assert has_one_sign(np.array([-1.0, -2.0]))
    x = some_inputs()
    y = x[:, 0].copy()
    y[0] = 0.0
    assert sign_carriers(problem(x, y)) == ()
