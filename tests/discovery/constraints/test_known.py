import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.constraints._known import known_of
from nalm.discovery.constraints._places import Places
from nalm.discovery.constraints._reading import read_constraints
from tests.discovery.constraints._formulas import formula

X = np.linspace(0.5, 48.0, 9)[:, None]
MENTEN = formula("12*x/(5 + x)")


def known(*texts, x=X, names=("x",), size=10.0):
    places = Places.of(x, names=names, columns=names)
    y = np.full(len(x), size)
    return known_of(read_constraints(texts), places, target="y", targets=("y",), y=y)


def test_without_constraints_nothing_is_known():
    assert known() is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("y(x=0) = 0", "Holds: y(x=0) = 0."),
        ("y(x=inf) = 12", "Holds: y(x=inf) = 12."),
        ("dy/dx(x=0) = 2.4", "Holds: dy/dx(x=0) = 2.4."),
        ("dy/dx(x=inf) = 0", "Holds: dy/dx(x=inf) = 0."),
        ("increasing in x", "Holds for x from 0.5 to 48: increasing in x."),
        ("0 <= y <= 12 for x in 0:99", "Holds: 0 <= y <= 12 for x in 0:99."),
        ("y >= 2", "Broken at x = "),
        ("decreasing in x", "Broken at x = "),
        ("y(x=0) = 1", "Broken: y(x=0) = 1."),
        ("y(x=inf) = 13", "Broken: y(x=inf) = 13."),
    ],
)
def test_a_formula_is_found_to_keep_or_to_break(text, said):
    own = known(text)
    [finding] = own.findings(MENTEN)
    assert str(finding).startswith(said)
    assert finding.is_kept is (not said.startswith("Broken"))
    assert own.breaks(MENTEN) is not finding.is_kept or text == "y >= 2"


def test_what_is_neither_shown_nor_refuted_is_said_so():
    [finding] = known("increasing in x for x in 0:0.5").findings(formula("tan(x)"))
    assert finding.is_kept is None
    assert str(finding).startswith("Not shown to hold: increasing in x for x in 0:0.5")


@given(st.floats(1e-3, 1e3), st.floats(1e-3, 1e3))
def test_the_sizes_of_input_and_target_say_nothing(unit_x, unit_y):
    law = formula(f"{12 * unit_y}*x/({5 * unit_x} + x)")
    texts = ("increasing in x", "y(x=0) = 0", f"y(x=inf) = {12 * unit_y!r}", "y >= 0")
    own = known(*texts, x=X * unit_x, size=10 * unit_y)
    assert not own.breaks(law)
    assert [each.is_kept for each in own.findings(law)] == [True] * 4


def test_several_inputs_have_each_its_place():
    x = np.array([[1.0, 2.0], [3.0, 4.0]])
    own = known("y(a=2, b=3) = 6", "dy/db(a=2, b=3) = 2", "increasing in b", x=x, names=("a", "b"))
    assert own.misses(formula("a*b", ["a", "b"])) == pytest.approx([0, 0])
    assert [each.is_kept for each in own.findings(formula("a*b", ["a", "b"]))] == [True] * 3
    # 12 and 4 in place of 6 and 2, in units of the target and of its change along b
    assert own.misses(formula("2*a*b", ["a", "b"])) == pytest.approx([0.6, 0.4])
