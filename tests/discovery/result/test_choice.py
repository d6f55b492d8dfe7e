import numpy as np
import pytest

from nalm.discovery.result._choice import choose_candidate, choose_candidates, choose_output
from nalm.errors import InvalidValueError
from tests.discovery._discoveries import constant, discovery

FIRST = discovery(constant(1), constant(2), constant(3), chosen=1)
SECOND = discovery(constant(4), constant(5), chosen=0)
BOTH = (FIRST, SECOND)


def test_without_a_number_it_is_the_chosen_one():
    assert choose_candidate(BOTH, None, output=0) is FIRST.candidates[1]
    assert choose_candidates(BOTH, None) == [FIRST.candidates[1], SECOND.candidates[0]]


def test_a_number_is_for_all_outputs_or_for_each():
    assert choose_candidates(BOTH, np.int64(1)) == [FIRST.candidates[1], SECOND.candidates[1]]
    assert choose_candidates(BOTH, [2, 0]) == [FIRST.candidates[2], SECOND.candidates[0]]


@pytest.mark.parametrize("index", [-1, 3, 1.0, True, "1"])
def test_a_number_that_is_none_of_them_is_refused(index):
    with pytest.raises(InvalidValueError, match="`index` must be a whole number from 0 to 2"):
        choose_candidate(BOTH, index, output=0)


@pytest.mark.parametrize("output", [2, -1, 1.0, True, "c"])
def test_an_output_that_is_none_of_them_is_refused(output):
    with pytest.raises(InvalidValueError, match="`output` must be a whole number from 0 to 1 or"):
        choose_output(["a", "b"], output)


def test_an_output_has_a_number_and_a_name():
    assert choose_output(["a", "b"], np.int64(1)) == choose_output(["a", "b"], "b") == 1


def test_one_output_has_one_candidate():
    with pytest.raises(InvalidValueError, match=r"`index` must be .* found \[0\]"):
        choose_candidate(BOTH, [0], output=0)


def test_none_in_a_list_is_the_chosen_one():
    assert choose_candidates(BOTH, [None, 1]) == [FIRST.candidates[1], SECOND.candidates[1]]


def test_one_number_for_each_output():
    with pytest.raises(InvalidValueError, match="one for each of 2 outputs; found 3"):
        choose_candidates(BOTH, [0, 0, 0])
