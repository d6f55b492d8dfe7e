import numpy as np
import pytest

from nalm.discovery.forms._asked import Asked, read_bounds, read_start
from nalm.errors import InvalidTypeError, InvalidValueError
from tests.discovery.forms._problems import form

CURVE = form("a*exp(-b*x) + c")


def test_what_was_not_said_of_a_constant_is_left_open():
    bounds = read_bounds(CURVE, {"b": (0.0, None)})
    assert bounds.low.tolist() == [-np.inf, 0.0, -np.inf]
    assert bounds.high.tolist() == [np.inf] * 3
    start = read_start(CURVE, Asked(start={"c": 2.0}, bounds={}))
    assert np.isnan(start).tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (Asked(start={"d": 1.0}, bounds={}), "start: expected names of constants"),
        (Asked(start={"b": 5.0}, bounds={"b": (0.0, 1.0)}), "a finite number from 0 to 1 for b"),
        (Asked(start={"b": np.nan}, bounds={}), "found nan"),
        (Asked(start={}, bounds={"d": (0.0, 1.0)}), "bounds: expected names of constants"),
        (Asked(start={}, bounds={"b": (1.0, 0.0)}), "found 1 and 0"),
    ],
)
def test_what_cannot_be_is_refused_in_words(asked, words):
    with pytest.raises(InvalidValueError, match=words):
        read_start(CURVE, asked)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (Asked(start={}, bounds={"b": 5}), r"bounds: expected a pair of numbers.* for b; found 5"),
        (Asked(start={}, bounds={"b": (0, 1, 2)}), r"found \(0, 1, 2\)"),
        (Asked(start={}, bounds={"b": "01"}), "found '01'"),
        (Asked(start={}, bounds={"b": ("a", "b")}), "for b; found 'a'"),
        (Asked(start={}, bounds=[(0, 1)]), "bounds: expected a mapping .* found list"),
        (Asked(start={"b": "x"}, bounds={}), "start: expected a number for b; found 'x'"),
        (Asked(start={"b": True}, bounds={}), "found True"),
        (Asked(start=[1, 2, 3], bounds={}), "start: expected a mapping .* found list"),
    ],
)
def test_what_is_of_a_wrong_type_is_refused_in_words(asked, words):
    with pytest.raises(InvalidTypeError, match=words):
        read_start(CURVE, asked)


def test_numbers_may_be_numpys_and_a_pair_a_list():
    asked = Asked(start={"b": np.int64(1)}, bounds={"b": [np.float32(0), None]})
    assert read_start(CURVE, asked)[1] == 1.0
    assert read_bounds(CURVE, {"b": np.array([0.0, 2.0])}).high[1] == 2.0
