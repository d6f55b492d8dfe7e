import pytest

from nalm.discovery import Reason, ReasonKind
from nalm.discovery.result._remarks import remark_names, remarks

NUMBERS = dict.fromkeys(remark_names(), 2.0)


def test_without_its_number_nothing_is_remarked():
    assert remarks({"rows": 12.0}) == ""


@pytest.mark.parametrize(
    "words", ["in 2 of the 2 inputs", "worse than the mean", "Number 2", "after 2 s"]
)
def test_each_remark_follows_the_sentence_of_the_test(words):
    reason = Reason(ReasonKind.FEW_ROWS, {"constants": 3, "rows": 12, **NUMBERS})
    plain = Reason(ReasonKind.FEW_ROWS, {"constants": 3, "rows": 12})
    assert str(reason).startswith(str(plain))
    assert words in str(reason)
