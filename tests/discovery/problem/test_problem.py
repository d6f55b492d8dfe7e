from dataclasses import FrozenInstanceError, fields
from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery import Dimensions, Problem, Units
from nalm.errors import InvalidValueError


def test_rows_weigh_what_they_are_given_and_units_are_optional():
    problem = Problem(x=np.ones((2, 1)), y=np.ones(2), weight=np.array([1.0, 2.0]))
    assert problem.dimensions is None
    assert problem.constant_units is None
    assert [each.name for each in fields(problem)] == [
        *("x", "y", "weight", "dimensions", "constant_units", "rounding", "known"),
    ]


def test_units_are_read_from_text():
    units = Units.read(["ms", "1"], "kJ/mol")
    assert units.inputs == ({"ms": 1}, {})
    assert units.target == {"kJ": 1, "mol": -1}
    with pytest.raises(InvalidValueError, match="unknown name"):
        Units.read(["parsec"], "m")


def test_a_problem_does_not_change():
    problem = Problem(x=np.ones((2, 1)), y=np.ones(2), weight=np.ones(2))
    with pytest.raises(FrozenInstanceError):
        problem.y = np.zeros(2)


def test_equal_units_are_equal():
    def joule(target):
        return Dimensions(inputs=((Fraction(1), Fraction(0)),), target=(Fraction(target),))

    assert joule("1/2") == joule(0.5)
    assert joule("1/2") != joule("1/3")
    assert hash(joule("1/2")) == hash(joule(0.5))
