from fractions import Fraction

import pytest
import sympy
import torch
from sklearn.base import BaseEstimator
from sklearn.exceptions import NotFittedError

from nalm.discovery import Reason, ReasonKind, Verdict
from nalm.discovery.estimator._read_out import ReadOut
from nalm.errors import InvalidValueError
from tests.discovery._discoveries import constant, discovery, power_law

ENERGY = power_law(0.5, {0: Fraction(1), 1: Fraction(2)})


class Fitted(ReadOut, BaseEstimator):
    def __init__(self, **outputs):
        self.discoveries_ = tuple(outputs.values())
        self.target_names_ = tuple(outputs)
        self.domain_violations_ = tuple(("",) * len(o.candidates) for o in outputs.values())
        self.n_features_in_ = 2

    def fit(self, X, y):
        raise NotImplementedError

    def _symbols(self):
        return ("m", "v")


STOPPED = Reason(ReasonKind.SEARCH_STOPPED)
ONE = Fitted(E=discovery(constant(1.5), ENERGY))
TWO = Fitted(
    **{
        "E (J)": discovery(constant(1.5), ENERGY),
        "p": discovery(power_law(2.0, {1: 1.0}), verdict=Verdict.UNDECIDED, reason=STOPPED),
    }
)


def test_one_output_is_read_without_a_tuple():
    assert ONE.equation_.startswith("E = ")
    assert {"m", "v"} <= set(ONE.equation_)
    assert ONE.verdict_ is Verdict.LAW
    assert ONE.reason_ == str(ONE.discoveries_[0].reason)
    assert ONE.reason_.startswith("It predicts the 2 outermost rows")


def test_several_outputs_are_read_as_tuples():
    assert [text.split(" = ")[0] for text in TWO.equation_] == ["E_J", "p"]
    assert TWO.verdict_ == (Verdict.LAW, Verdict.UNDECIDED)
    assert TWO.reason_ == (ONE.reason_, str(STOPPED))


def test_any_candidate_in_sympy():
    m, v = sympy.symbols("m v", real=True)
    assert float(ONE.sympy().subs({m: 3, v: 4})) == 24.0
    assert float(ONE.sympy(0)) == 1.5
    assert float(TWO.sympy(output=1).subs({v: 4})) == 8.0


def test_any_candidate_in_latex():
    assert ONE.latex().startswith("E = ")
    assert ONE.latex(0) == "E = 1.5"
    assert TWO.latex(output=0).startswith("E_{J} = ")


def test_any_candidate_in_pytorch():
    x = torch.tensor([[3.0, 4.0], [1.0, 2.0]], dtype=torch.float64)
    assert ONE.to_torch()(x).flatten().tolist() == [24.0, 2.0]
    assert TWO.to_torch(output=1)(x).flatten().tolist() == [8.0, 4.0]


def test_all_candidates_in_tables():
    assert len(TWO.equations_) == 3
    assert TWO.latex_table().count(r"\\") == 1 + 3


@pytest.mark.parametrize("method", ["sympy", "latex", "to_torch"])
def test_a_candidate_that_there_is_not(method):
    with pytest.raises(InvalidValueError, match="`index` must be"):
        getattr(ONE, method)(2)
    with pytest.raises(InvalidValueError, match="`output` must be"):
        getattr(ONE, method)(None, 1)


@pytest.mark.parametrize("name", ["equations_", "equation_", "verdict_", "reason_", "sympy"])
def test_nothing_before_the_fit(name):
    empty = Fitted.__new__(Fitted)
    with pytest.raises(NotFittedError):
        value = getattr(empty, name)
        value()
