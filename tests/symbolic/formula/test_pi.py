import copy
import math
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.symbolic import MultipleOfPi
from nalm.symbolic._formula._pi import rational, read_multiple
from tests.symbolic.strategies import quick

HALF = Fraction(1, 2)
FACTORS = st.fractions(-50, 50, max_denominator=24).filter(bool)
RATIONAL = FACTORS | st.integers(-9, 9).filter(bool)
QUARTER = MultipleOfPi(HALF)


@quick
@given(FACTORS, RATIONAL)
def test_times_a_rational_it_stays_exact(factor, other):
    number = MultipleOfPi(factor)
    assert repr(number * other) == repr(other * number) == repr(MultipleOfPi(factor * other))
    assert repr(number / other) == repr(MultipleOfPi(factor / other))
    assert number / MultipleOfPi(other) == factor / other
    assert repr(-number) == repr(MultipleOfPi(-factor))
    assert repr(abs(number)) == repr(MultipleOfPi(abs(factor)))
    assert +number is number


@quick
@given(FACTORS, FACTORS)
def test_multiples_are_added_exactly(first, second):
    total = MultipleOfPi(first) + MultipleOfPi(second)
    difference = MultipleOfPi(first) - MultipleOfPi(second)
    assert rational(total) == first + second
    assert rational(difference) == first - second


@quick
@given(FACTORS)
def test_its_value_is_the_nearest_double(factor):
    value = float(MultipleOfPi(factor))
    assert value == pytest.approx(float(factor) * math.pi, rel=3e-16)
    assert MultipleOfPi(factor) == Fraction(value)
    assert hash(MultipleOfPi(factor)) == hash(Fraction(value))


@quick
@given(FACTORS)
def test_copies_and_texts_bring_it_back(factor):
    number = MultipleOfPi(factor)
    assert repr(pickle.loads(pickle.dumps(number))) == repr(number)
    assert copy.copy(number) is copy.deepcopy(number) is number
    assert repr(read_multiple(str(number))) == repr(number)


def test_other_results_are_plain_numbers():
    assert type(QUARTER + 1) is type(1 + QUARTER) is type(1 - QUARTER) is Fraction
    assert type(QUARTER * QUARTER) is type(1 / QUARTER) is Fraction
    assert 2.0 * QUARTER == QUARTER * 2.0 == QUARTER / 0.5 == math.pi
    assert math.pi / 2 - 0.5 == QUARTER - 0.5
    assert repr(QUARTER * 0) == repr(QUARTER - QUARTER) == repr(Fraction(0))


def test_it_compares_with_all_numbers():
    assert 1.5 < QUARTER < 2
    assert math.pi / 2 == QUARTER
    assert QUARTER != 1.5
    assert max(Fraction(3, 2), QUARTER) is QUARTER


def test_nothing_added_changes_nothing():
    for same in (QUARTER + 0, 0 + QUARTER, sum([QUARTER], start=Fraction(0)), QUARTER - 0):
        assert repr(same) == "MultipleOfPi(Fraction(1, 2))"


def test_pinned_texts():
    factors = (1, -1, 3, HALF, Fraction(-3, 2))
    texts = ["pi", "-pi", "3*pi", "pi/2", "-3*pi/2"]
    assert [str(MultipleOfPi(factor)) for factor in factors] == texts


@pytest.mark.parametrize("text", ["", "pi*2", "pi/0", "0*pi", "2pi", " pi", "pi\n", "3/2", "pi/-2"])
def test_what_is_no_multiple_is_none(text):
    assert read_multiple(text) is None
