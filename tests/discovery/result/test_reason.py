import pickle
from copy import deepcopy

from nalm.discovery import Reason, ReasonKind

FEW = Reason(ReasonKind.FEW_ROWS, {"constants": 3, "rows": 12})


def test_it_says_what_its_kind_says_of_its_numbers():
    assert "3 measured constants and was fitted to 12 rows" in str(FEW)


def test_a_sentence_that_was_read_is_said_as_it_is():
    assert str(Reason(ReasonKind.TEXT, text="{rows} in braces.")) == "{rows} in braces."


def test_it_ends_with_what_it_says_of_constraints():
    said = Reason(FEW.kind, FEW.numbers, constraints=("Holds: y(0) = 0.", "Holds: y >= 0."))
    assert str(said) == f"{FEW} Holds: y(0) = 0. Holds: y >= 0."


def test_it_begins_with_the_group_that_decided():
    assert str(Reason(FEW.kind, FEW.numbers, group="d")) == f"Group 'd': {FEW}"


def test_equal_reasons_are_one():
    same = Reason(ReasonKind.FEW_ROWS, {"rows": 12.0, "constants": 3.0})
    assert {FEW, same} == {FEW}
    assert repr(FEW) == repr(same)
    assert Reason(ReasonKind.FEW_ROWS, {"constants": 3, "rows": 11}) != FEW


def test_it_can_be_copied_and_pickled():
    assert pickle.loads(pickle.dumps(FEW)) == deepcopy(FEW) == FEW
