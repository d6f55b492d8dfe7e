import numpy as np

from nalm.discovery import Reason, ReasonKind, Verdict
from nalm.discovery.groups._constants import constant_names, group_constant_frame, group_equation
from nalm.discovery.groups._result import described
from tests.discovery._groups import fitted, grouped, saturation

CONSTANTS = [(9.6, 3.13), (4.1, 3.13)]


def found():
    rows = grouped(lambda x, v, k: v * x / (x + k), CONSTANTS)
    fit = fitted(saturation(), CONSTANTS, rows, own=[True, False])
    reason = Reason(ReasonKind.SEARCH_STOPPED)
    return described([fit], rows, verdict=Verdict.LAW, reason=reason, complete=True, seconds=0.0)


def test_every_group_has_a_row_and_every_constant_its_columns():
    frame = group_constant_frame(found(), ["a", 7], target="v", names=["S"])
    assert frame.index.tolist() == ["a", 7]
    assert frame["k1", "shared"].tolist() == [False, False]
    assert frame["k2", "shared"].tolist() == [True, True]
    assert (frame.xs("stderr", axis=1, level="of") > 0).all().all()
    assert frame["k2", "value"].nunique() == 1
    assert np.isclose(frame["k1", "value"], [9.6, 4.1], rtol=0.05).all()


def test_the_equation_names_what_differs():
    left, right = group_equation(found(), target="v", names=["S"]).text(digits=2).split(" = ")
    assert (left, right) == ("v", "k1*S/(S + 3.1)")
    assert group_equation(found(), target="v", names=["k1"]).names == ("k1", "k1_2")


def test_names_are_distinct():
    assert constant_names(3, taken=["k2"]) == ("k1", "k2_2", "k3")
