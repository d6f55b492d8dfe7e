import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.stages.products._parity import MOST, is_half, mismatched, signs_of

SIGNED = np.random.default_rng(0).choice([-1.0, 1.0], (60, 3)) * np.linspace(1, 3, 60)[:, None]


@given(
    st.tuples(*[st.integers(-3, 3)] * 3),
    st.tuples(*[st.booleans()] * 3),
    st.sampled_from([-1, 1]),
)
def test_what_lost_its_sign_is_found(exponents, lost, factor):
    """The signs of Π |x|^v or x^v say of which inputs |x|^v is meant."""
    powers = np.abs(SIGNED) ** np.array(exponents)
    turned = np.where(lost, 1.0, np.sign(SIGNED) ** np.array(exponents))
    signs = factor * np.sign((powers * turned).prod(axis=1))
    wrong = mismatched(np.array([exponents], dtype=float), signs[None], negative=SIGNED < 0)
    assert wrong[0].tolist() == [on and v % 2 == 1 for on, v in zip(lost, exponents, strict=True)]


def test_a_sign_may_be_needed_where_the_exponent_is_even():
    signs = np.sign(SIGNED[:, 1])
    assert mismatched(np.array([[0.0, 2.0, 0.0]]), signs[None], negative=SIGNED < 0).tolist() == [
        [False, True, False]
    ]


def test_each_choice_may_have_its_own_signs():
    outer = np.ones((2, 3))
    signs = np.stack([SIGNED.prod(axis=1), np.abs(SIGNED).prod(axis=1)])
    assert mismatched(outer, signs, negative=SIGNED < 0).tolist() == [[False] * 3, [True] * 3]


def test_heavy_rows_decide():
    signs = np.sign(SIGNED[:, 0]) * np.where(np.arange(60) < 40, -1e-6, 1.0)
    wrong = mismatched(np.array([[1.0, 0.0, 0.0]]), signs[None], negative=SIGNED < 0)
    assert not wrong.any()


@pytest.mark.parametrize("x", [np.abs(SIGNED), -np.abs(SIGNED)])
def test_inputs_of_one_sign_have_none_to_lose(x):
    outer = np.array([[0.5, 1.0, 2.0]])
    assert not mismatched(outer, np.ones((1, 60)), negative=x < 0).any()


def test_of_many_inputs_nothing_is_said():
    many = np.random.default_rng(0).choice([-1.0, 1.0], (50, MOST + 1))
    assert not mismatched(np.ones((1, MOST + 1)), np.ones((1, 50)), negative=many < 0).any()


def test_halves():
    assert is_half(np.array([-1.5, -1, -0.5, 0, 0.25, 0.5, 2, 1.5])).tolist() == [
        True,
        False,
        True,
        False,
        False,
        True,
        False,
        True,
    ]


@given(st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=1, max_size=4))
def test_the_signs_are_those_of_the_products(exponents):
    signs = signs_of(SIGNED < 0, np.array(exponents, dtype=float).T)
    expected = [np.sign(SIGNED ** np.array(each, dtype=float)).prod(axis=1) for each in exponents]
    assert np.array_equal(signs.T, expected)
