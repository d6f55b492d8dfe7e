"""Estimators that are fitted without a search."""

from fractions import Fraction

from sklearn.base import BaseEstimator

from nalm.discovery import Reason, ReasonKind, Verdict
from nalm.discovery.estimator._equations_module import EquationsModule
from nalm.discovery.estimator._languages import Languages
from nalm.discovery.estimator._read_out import ReadOut
from nalm.discovery.result._choice import choose_candidates
from tests.discovery._discoveries import constant, discovery, power_law

ENERGY = power_law(0.5, {0: Fraction(1), 1: Fraction(2)})


class Fitted(ReadOut, Languages, BaseEstimator):
    """Outputs by their names, of the inputs m and v."""

    def __init__(self, **outputs):
        self.discoveries_ = tuple(outputs.values())
        self.target_names_ = tuple(outputs)
        self.domain_violations_ = tuple(("",) * len(o.candidates) for o in outputs.values())

    def fit(self, X, y):
        raise NotImplementedError

    def _symbols(self):
        return ("m", "v")

    def _formulas(self, index):
        return tuple(each.formula for each in choose_candidates(self.discoveries_, index))

    def _module(self, index):
        return EquationsModule(self._formulas(index), 2)


STOPPED = Reason(ReasonKind.SEARCH_STOPPED)
ONE = Fitted(E=discovery(constant(1.5), ENERGY))
TWO = Fitted(
    E=discovery(constant(1.5), ENERGY),
    p=discovery(power_law(2.0, {1: 1.0}), verdict=Verdict.UNDECIDED, reason=STOPPED),
)
