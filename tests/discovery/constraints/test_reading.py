import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery import Bounded, Monotone, Slope, Value
from nalm.discovery.constraints._reading import constraints_without_groups, read_constraints
from nalm.errors import InvalidTypeError, InvalidValueError


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("y > 0", Bounded(lower=0.0, of="y")),
        ("0 <= v < 2*pi", Bounded(lower=0.0, upper=2 * math.pi, of="v")),
        ("2 ≥ v ≥ -1/2", Bounded(lower=-0.5, upper=2.0, of="v")),
        ("1e3 > y", Bounded(upper=1e3, of="y")),
        ("increasing in x", Monotone(input="x")),
        ("v decreasing in x", Monotone(input="x", rising=False, of="v")),
        ("y(x=0)=0", Value(at={"x": 0.0}, equals=0.0, of="y")),
        ("y(0) = 1", Value(at=0.0, equals=1.0, of="y")),
        ("y(x = inf, T = 300) = 5", Value(at={"x": math.inf, "T": 300.0}, equals=5.0, of="y")),
        ("dv/dt(t=-inf) = 0", Slope(input="t", at={"t": -math.inf}, equals=0.0, of="v")),
        ("y >= 0 for x in 0:inf", Bounded(lower=0.0, within={"x": (0.0, math.inf)}, of="y")),
        (
            "increasing in x for x in -1:1, z in 0:2",
            Monotone(input="x", within={"x": (-1.0, 1.0), "z": (0.0, 2.0)}),
        ),
    ],
)
def test_texts_say_what_specs_do(text, wanted):
    assert read_constraints([text]) == (wanted,)
    assert read_constraints([wanted]) == (wanted,)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "y",
        "y == 0",
        "0 <= y >= 3",
        "y > z",
        "x >= y >= 0",
        "1 <= 2 <= y",
        "y in 3",
        "y(x=a) = 3",
        "y(=3) = 2",
        "y(x=0) = inf",
        "y(x=0) = __import__('os')",
        "y(x=0) = 1; y > 0",
        "y(x=nan) = 1",
        "y > nan",
        "rising in x",
        "y > 0 for x",
        "y > 0 for x in 3",
        "y > 0 for x in 3:1",
        "y(x=0) = 1 for x in 0:1",
    ],
)
def test_other_texts_are_refused_with_what_may_be_written(text):
    with pytest.raises(InvalidValueError, match=r"constraint.*Write") as caught:
        read_constraints([text])
    assert repr(text) in str(caught.value)


@given(st.text(max_size=30))
def test_no_text_does_anything_else(text):
    try:
        [read] = read_constraints([text])
    except InvalidValueError:
        return
    assert isinstance(read, Bounded | Monotone | Value | Slope)


def test_what_is_neither_spec_nor_text_is_refused():
    with pytest.raises(InvalidTypeError, match=r"`constraints` must hold texts.*found 3"):
        read_constraints([3])


def test_groups_take_no_constraints():
    assert constraints_without_groups([], ["a"]) == ()
    assert len(constraints_without_groups(["y > 0"], None)) == 1
    with pytest.raises(InvalidValueError, match="Fit each group alone"):
        constraints_without_groups(["y > 0"], ["a"])
