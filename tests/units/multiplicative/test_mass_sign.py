import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm import MassSign
from nalm.units._multiplicative._mass_sign import signed_product

number = st.floats(-3, 3).filter(lambda x: abs(x) > 0.1)
share = st.floats(0, 1)


@given(st.lists(st.tuples(number, share, share), min_size=1, max_size=3), st.data())
def test_magnitude_and_sign_are_those_of_the_definitions(factors, data):
    x, powers, shares = zip(*factors, strict=True)
    powers = [p * j for p, j in zip(powers, shares, strict=True)]  # as in the unit
    turns = data.draw(st.lists(share, min_size=len(x), max_size=len(x)))
    size = math.prod(abs(each) ** p for each, p in zip(x, powers, strict=True))
    gates = math.prod(j * math.copysign(1, each) + 1 - j for each, j in zip(x, shares, strict=True))
    angle = math.pi * sum(g * j for each, j, g in zip(x, shares, turns, strict=True) if each < 0)
    for sign, expected in ((MassSign.INALU, gates), (MassSign.REAL_NPU, math.cos(angle))):
        found = signed_product(x, powers=powers, shares=shares, turns=turns, sign=sign)
        assert found == pytest.approx(size * expected, abs=1e-9)


@given(st.floats(0.1, 3), st.floats(0, 1))
def test_positive_inputs_have_no_sign(x, power):
    for sign in MassSign:
        found = signed_product([x], powers=[power], shares=[1.0], turns=[0.5], sign=sign)
        assert found == pytest.approx(x**power)
