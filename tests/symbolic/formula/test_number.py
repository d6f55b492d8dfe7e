import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.symbolic._formula._number import as_float, is_even, is_integer, is_measured
from tests.symbolic.strategies import F


@given(st.integers(-100, 100))
def test_whole_numbers_are_known_exact_and_measured(number):
    for written in (F(number), float(number)):
        assert is_integer(written)
        assert is_even(written) == (number % 2 == 0)
        assert not is_integer(written + F(1, 2))
        assert not is_even(written + F(1, 2))


def test_floats_are_measured_and_fractions_are_not():
    assert is_measured(2.0)
    assert not is_measured(F(2))


@pytest.mark.parametrize(("sign", "expected"), [(1, math.inf), (-1, -math.inf)])
def test_beyond_double_precision_there_is_infinity(sign, expected):
    assert as_float(F(sign * 10**400)) == expected
    assert as_float(F(sign, 4)) == sign / 4
