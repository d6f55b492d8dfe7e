import numpy as np
import pytest
import torch
from torch.func import vmap

from nalm.tasks import Distribution
from tests.tasks._distributions import (
    DISTRIBUTIONS,
    assert_samples_like_draws,
    assert_traces,
    numbers,
    uniforms,
    with_numbers,
)

each = pytest.mark.parametrize("distribution", DISTRIBUTIONS, ids=str)


@each
def test_samples_have_the_law_of_draws(distribution):
    assert_samples_like_draws(distribution)


@each
def test_a_cohort_can_be_traced(distribution):
    assert_traces(distribution)


@each
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_samples_have_shape_and_dtype_of_the_uniforms(distribution, dtype):
    x = distribution.sample(uniforms(distribution, inputs=3, batch=5, dtype=dtype))
    assert x.shape == (3, 5)
    assert x.dtype == dtype


@each
def test_double_precision_numbers_do_not_promote_single_precision_samples(distribution):
    values = torch.tensor([numbers(distribution)] * 2, dtype=torch.float64).reshape(2, -1)
    u = uniforms(distribution, batch=4, runs=2)
    x = vmap(lambda v, u: with_numbers(distribution, iter(v)).sample(u))(values, u)
    assert x.dtype == torch.float32


@each
def test_the_ends_of_the_uniforms_give_finite_inputs_that_are_not_zero(distribution):
    for end in (0.0, 0.5, 1 - 2**-24):
        x = distribution.sample(torch.full((distribution.uniforms, 2, 3), end))
        assert torch.isfinite(x).all()
        assert (x != 0).all()


@each
def test_draws_are_double_precision_and_repeatable(distribution):
    first, second = (distribution.draw(np.random.RandomState(5), (7, 3)) for _ in range(2))
    assert first.shape == (7, 3)
    assert first.dtype == np.float64
    np.testing.assert_array_equal(first, second)


@each
def test_equal_descriptions_are_equal_and_hashable(distribution):
    copy = with_numbers(distribution, iter(numbers(distribution)))
    assert copy == distribution
    assert hash(copy) == hash(distribution)


def test_every_number_of_a_spec_is_a_float():
    assert all(type(n) is float for d in DISTRIBUTIONS for n in numbers(d))
    assert sum(len(numbers(d)) for d in DISTRIBUTIONS) == 2 * 3 + 4 + 6 + 6 + 3 * 4 + 1


def test_a_distribution_is_abstract():
    with pytest.raises(TypeError, match="abstract"):
        Distribution()
