import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.reports.interface._text import MISSING, rate, scientific, short, steps


def test_missing_numbers_are_a_dash():
    assert {rate(math.nan), steps(math.nan), scientific(math.nan)} == {MISSING}


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (999, "999"), (1000, "1k"), (1500, "1.5k"), (42_000, "42k"), (2.6e6, "2.6M")],
)
def test_steps_are_short(value, text):
    assert steps(value) == text


@given(st.floats(0, 1e9))
def test_steps_keep_their_size(value):
    text = steps(value)
    scale = {"k": 1e3, "M": 1e6}.get(text[-1], 1.0)
    assert float(text.rstrip("kM")) * scale == pytest.approx(value, rel=0.06, abs=0.51)


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=1e-300, max_value=1e300))
def test_scientific_reads_back(value):
    assert float(scientific(value, digits=3)) == pytest.approx(value, rel=1e-3)


def test_infinity_is_said():
    assert scientific(math.inf) == "inf"


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300))
def test_short_numbers_keep_their_value(value):
    text = short(value)
    assert float(text) == pytest.approx(value, rel=1e-3, abs=1e-300)
    assert len(text) <= 12


def test_what_is_no_number_keeps_its_text():
    assert (short("NMU"), short(3), short(math.nan)) == ("NMU", "3", MISSING)
