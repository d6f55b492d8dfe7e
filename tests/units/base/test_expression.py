import math

import pytest
import sympy
import torch

from nalm.units._base._expression import (
    cosine,
    exact,
    gate,
    logistic,
    mix,
    multiply,
    power_product,
    sign_recovered_product,
    signed_power,
    sine,
    tanh,
    weighted_sum,
)

A, B = sympy.symbols("a b", real=True)


def test_whole_numbers_become_integers():
    assert isinstance(exact(-1.0), int)
    assert exact(0.5) == 0.5


def test_weights_of_one_and_zero_leave_no_trace():
    assert weighted_sum([1.0, -1.0], [A, B]) == A - B
    assert weighted_sum([0.0, 0.0], [A, B]) == 0
    assert gate(1.0, A) == A
    assert multiply([], A) == 1
    assert power_product([1.0, -1.0], [A, B]) == abs(A) / abs(B)


def test_empty_products_and_sums_keep_the_kind():
    x = torch.tensor([2.0, 3.0])
    assert multiply([], x).tolist() == [1, 1]
    assert weighted_sum([0.0], [x]).tolist() == [0, 0]


@pytest.mark.parametrize("x", [4.0, -4.0])
@pytest.mark.parametrize("w", [-2.0, -1.0, -0.5, 0.5, 1.0, 2.0, 3.0])
def test_signed_power(x, w):
    assert signed_power(x, w) == pytest.approx((1 if x > 0 else -1) * abs(x) ** w)
    w_ = abs(w)
    if w_ <= 1:
        expected = abs(x) ** w * (w_ * (1 if x > 0 else -1) + 1 - w_)
        assert sign_recovered_product([w], [x]) == pytest.approx(expected)


def test_mix():
    assert mix([1.0, 0.25], add=[2.0, 4.0], multiply=[5.0, 8.0]) == [2.0, 7.0]


@pytest.mark.parametrize("x", [-2.5, 0.0, 0.7])
def test_functions_in_arithmetic_alone(x):
    assert cosine(x) == pytest.approx(math.cos(x))
    assert sine(x) == pytest.approx(math.sin(x))
    assert tanh(x) == pytest.approx(math.tanh(x))


@pytest.mark.parametrize("x", [-1e4, -800.0, -1.0, 0.0, 1.0, 1e4])
def test_the_logistic_function_of_any_number_is_a_number(x):
    assert logistic(x) == pytest.approx(torch.sigmoid(torch.tensor(x).double()).item(), abs=1e-300)
