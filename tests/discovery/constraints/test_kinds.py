import math

import pytest

from nalm.discovery import Bounded, Monotone, Slope, Value
from nalm.discovery.constraints._kinds import KINDS, point_of
from nalm.discovery.constraints._reading import read_constraints
from nalm.errors import InvalidTypeError, InvalidValueError

EACH = (
    Bounded(lower=0.0),
    Bounded(upper=2.5, of="v", within={"t": (0.0, math.inf)}),
    Bounded(lower=-1.0, upper=1.0),
    Monotone(input="t"),
    Monotone(input="t", rising=False, of="v", within={"t": (0.0, 9.0), "k": (1.0, 2.0)}),
    Value(at=0.0, equals=1e-3, of="y"),
    Value(at={"t": math.inf, "k": 3.0}, equals=20.0, of="v"),
    Slope(input="t", at={"t": 0.0}, equals=-1.0, of="y"),
)


@pytest.mark.parametrize("constraint", EACH, ids=str)
def test_a_constraint_is_written_as_it_is_read(constraint):
    [read] = read_constraints([str(constraint)])
    assert str(read) == str(constraint)
    assert type(read) is type(constraint)
    assert hash(read) == hash(read_constraints([str(constraint)])[0])
    assert {type(each) for each in EACH} == set(KINDS)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Bounded(), "Bounded: expected `lower` < `upper`, one of them finite"),
        (lambda: Bounded(lower=2.0, upper=1.0), "found 2 and 1"),
        (lambda: Bounded(lower=math.nan), "found nan"),
        (lambda: Monotone(input="x", within={"x": (3.0, 1.0)}), "found 3 and 1 for x"),
        (lambda: Value(at={"x": math.nan}, equals=1.0), "a number for every input"),
        (lambda: Value(at={}, equals=1.0), "a number for every input"),
        (lambda: Value(at={"x": math.inf, "z": math.inf}, equals=1.0), "one of them infinite"),
        (lambda: Value(at=0.0, equals=math.inf), "a finite `equals`, found inf"),
        (lambda: Slope(input="x", at=0.0, equals=math.nan), "a finite `equals`, found nan"),
        (lambda: Slope(input="x", at={"x": 0.0, "z": math.inf}, equals=1.0), "x alone at infinity"),
    ],
)
def test_what_cannot_be_is_refused_in_words(make, words):
    with pytest.raises(InvalidValueError, match=words.replace("[", r"\[")):
        make()


def test_a_single_input_needs_no_name():
    assert point_of(Value(at=2.0, equals=1.0)) == {"": 2.0}


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Bounded(lower="0"), "Bounded: expected a number for `lower`, found '0'"),
        (lambda: Monotone(input="x", within={"x": (0.0, None)}), "found None"),
        (lambda: Value(at={"x": "a"}, equals=1.0), "found 'a'"),
        (lambda: Value(at="a", equals=1.0), "Value: expected a number for `at"),
        (lambda: Slope(input="x", at=0.0, equals=None), "a number for `equals`, found None"),
    ],
)
def test_what_is_no_number_is_refused_in_words(make, words):
    with pytest.raises(InvalidTypeError, match=words):
        make()
