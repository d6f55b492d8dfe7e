import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.symbolic import MultipleOfPi, Sum
from nalm.symbolic._normal_form._scale import power_times, rescale
from tests.symbolic.strategies import EXACT, F, plus, term

HALF = F(1, 2)


def line(first, second):
    return plus(term(first, (0, 1)), term(second))


@pytest.mark.parametrize("degree", [3, 5])
def test_roots_of_numbers_that_no_double_holds(degree):
    root = 2**300 + 1
    assert power_times(F(root**degree), F(1, degree), coefficient=F(1)) == root
    assert power_times(F(root**degree + 1), F(1, degree), coefficient=F(1)) is None


@pytest.mark.parametrize(
    ("base", "power", "coefficient", "expected"),
    [
        # nothing but the scale is exact: the first term becomes exact
        (line(2.0, 4.0), HALF, 3.0, (line(1, 2.0), 3 * 2**0.5)),
        (line(2.0, 4.0), HALF, 3, (line(1, 2.0), 3 * 2**0.5)),
        (line(4.0, 1), -1, 3.0, (line(1, 0.25), 0.75)),
        (line(-4.0, 1), -1, 3.0, (line(1, -0.25), -0.75)),
        (line(-4.0, 1), HALF, 3.0, (line(-1, 0.25), 6.0)),
        (line(2.0, 2.0), 2, 1.0, (line(1, 1.0), 4.0)),
        (line(4.0, 2.0), 0.5, 3, (line(1, 0.5), 6.0)),
        # exact ratios stay exact
        (line(F(2, 3), F(4, 3)), -1, 3, (line(1, 2), F(9, 2))),
        (line(F(1, 2), F(1, 3)), 2, 1, (line(3, 2), F(1, 36))),
        (line(4, 8), HALF, 3, (line(1, 2), 6)),
        (line(-2, 4), 3, 1, (line(1, -2), -8)),
        (line(-2, 4), HALF, 2.0, (line(-1, 2), 2 * 2**0.5)),
        # an exact coefficient outside fixes the scale
        (line(2.0, 2), 2, 1, (line(1.0, 1), 4)),
        (line(1, 2.5), HALF, 3, (line(1, 2.5), 3)),
        # √2 and 2^1.7 are not exact
        (line(2, 4), HALF, 3, (line(2, 4), 3)),
        (line(2, 4), 1.7, 3, (line(2, 4), 3)),
        (Sum(()), 2, 3, (Sum(()), 3)),
    ],
)
def test_pinned_scales(base, power, coefficient, expected):
    def number(value):
        return F(value) if isinstance(value, int) else value

    found = rescale(base, number(power), coefficient=number(coefficient))
    assert repr(found) == repr((expected[0], number(expected[1])))


def test_multiples_of_pi_are_scaled_by_what_they_share_with_other_numbers():
    pi, two_pi = MultipleOfPi(1), MultipleOfPi(2)
    found, outside = rescale(line(4, two_pi), F(2), coefficient=F(1))
    assert repr((found, outside)) == repr((line(2, pi), F(4)))
    assert rescale(line(pi, 1), F(2), coefficient=F(3)) == (line(pi, 1), 3)
    assert power_times(F(4), pi, coefficient=F(1)) is None
    assert power_times(two_pi, F(2), coefficient=F(1)) is None
    assert repr(power_times(two_pi, F(1), coefficient=F(1, 2))) == repr(pi)


def test_a_scale_beyond_double_precision_is_left():
    base = line(1e-200, 1.0)
    assert rescale(base, F(3), coefficient=1.0) == (base, 1.0)


@given(EXACT, EXACT, EXACT)
def test_exact_powers_are_exact(base, power, coefficient):
    found = power_times(base, power, coefficient=coefficient)
    if found is not None:
        assert isinstance(found, F)
        np.testing.assert_allclose(float(found), float(coefficient) * float(base) ** float(power))


@given(st.integers(1, 9), st.integers(1, 9), st.integers(-3, 3), st.integers(1, 4))
def test_exact_roots_are_found(above, below, power, degree):
    root = F(above, below)
    assert power_times(root**degree, F(power, degree), coefficient=F(1)) == root**power


@pytest.mark.parametrize(
    ("base", "power", "coefficient"),
    [
        (F(2), HALF, F(1)),
        (F(-4), HALF, 1.0),
        (F(0), F(-1), F(1)),
        (F(0), F(-1), 1.0),
        (1e300, F(2), 1.0),
        (F(2), F(10**6), F(1)),
    ],
)
def test_powers_without_a_usable_value_are_none(base, power, coefficient):
    assert power_times(base, power, coefficient=coefficient) is None
