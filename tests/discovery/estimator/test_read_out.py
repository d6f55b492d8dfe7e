import pytest
from sklearn.exceptions import NotFittedError

from nalm.discovery import Verdict
from tests.discovery.estimator._fitted import ONE, STOPPED, TWO, Fitted


def test_one_output_is_read_without_a_list():
    assert ONE.equation_.startswith("E = ")
    assert {"m", "v"} <= set(ONE.equation_)
    assert ONE.verdict_ is Verdict.LAW
    assert ONE.reason_ == str(ONE.discoveries_[0].reason)
    assert ONE.reason_.startswith("It predicts the 2 outermost rows")


def test_several_outputs_are_read_as_lists():
    assert [text.split(" = ")[0] for text in TWO.equation_] == ["E", "p"]
    assert TWO.verdict_ == [Verdict.LAW, Verdict.UNDECIDED]
    assert TWO.reason_ == [ONE.reason_, str(STOPPED)]


def test_all_candidates_in_tables():
    assert TWO.equations_["output"].tolist() == ["E", "E", "p"]
    assert TWO.equations_.index.tolist() == [0, 1, 0]
    assert list(ONE.equations_.columns) == list(TWO.equations_.columns)
    assert TWO.latex_table().count(r"\\") == 1 + 3
    assert "$p = " in TWO.latex_table()


def test_the_constants_of_the_chosen_equations_in_a_table():
    assert TWO.constants_["output"].tolist() == ["E", "p", "p"]
    assert TWO.constants_.index.tolist() == ["c1", "c1", "p1[v]"]
    assert TWO.constants_["value"].tolist() == [0.5, 2.0, 1.0]
    assert set(TWO.constants_["unit"]) == {""}  # since none are known
    assert ONE.constants_.equals(TWO.constants_.iloc[:1])


@pytest.mark.parametrize(
    "name", ["constants_", "equations_", "equation_", "verdict_", "reason_", "latex_table"]
)
def test_nothing_before_the_fit(name):
    empty = Fitted.__new__(Fitted)
    with pytest.raises(NotFittedError):
        value = getattr(empty, name)
        value()
