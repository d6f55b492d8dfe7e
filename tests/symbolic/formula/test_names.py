import pytest

from nalm.errors import InvalidValueError
from nalm.symbolic._formula._names import check_names, inputs_needed
from tests.symbolic.strategies import plus, term

DEEP = plus(term(1, (0, 1), (plus(term(1, (3, 1)), term(1)), 2)))


def test_inputs_are_counted_up_to_the_last_one():
    assert inputs_needed(DEEP) == 4
    assert inputs_needed(plus(term(1, (1, 1)))) == 2
    assert inputs_needed(plus(term(1.0))) == inputs_needed(plus()) == 0


def test_more_names_than_inputs_are_fine():
    check_names(DEEP, ["a", "b", "c", "d", "e"])


@pytest.mark.parametrize("names", [["a", "b", "c"], [], "abcd"])
def test_too_few_names_are_refused(names):
    with pytest.raises(InvalidValueError, match="names should hold at least 4 names"):
        check_names(DEEP, names)
