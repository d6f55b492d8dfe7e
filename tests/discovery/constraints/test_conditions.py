import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.constraints._conditions import Condition, Misses
from nalm.discovery.constraints._places import Places
from nalm.discovery.constraints._projection import slopes_of
from nalm.discovery.constraints._reading import read_constraints
from nalm.symbolic import parameters, read_form
from tests.discovery.constraints._formulas import formula

PLACES = Places.of(np.array([[0.0], [4.0]]), names=("x",), columns=("x",))
TEXTS = ("y(2) = 1", "dy/dx(0) = 3", "y(inf) = 5", "dy/dx(inf) = 0", "dy/dx(1) = 0.5")


def read(*texts, size=10.0):
    return [Condition.read(each, PLACES, size=size) for each in read_constraints(texts)]


@pytest.mark.parametrize(
    ("text", "missed"),
    [
        ("y(2) = 1", (2 * 2 / 3 - 1) / 10),
        ("dy/dx(0) = 3", (2 - 3) / 3),  # in units of 10 / 4, or of itself if that is larger
        ("y(inf) = 20", (2 - 20) / 20),
        ("dy/dx(inf) = 1", -1 / 2.5),
    ],
)
def test_what_is_missed_is_in_units_of_the_target(text, missed):
    assert read(text)[0].missed_by(formula("2*x/(1 + x)")) == pytest.approx(missed)


def test_what_has_no_value_or_no_limit_is_no_number():
    for text, law in (("y(0) = 1", "1/x"), ("y(-1) = 1", "sqrt(x)"), ("y(inf) = 1", "sin(x)")):
        assert not np.isfinite(read(text)[0].missed_by(formula(law)))


@given(st.lists(st.floats(0.1, 3), min_size=3, max_size=3))
def test_slopes_are_those_of_what_is_missed(numbers):
    law = read_form("a*x/(b + x) + c*(1 - exp(-x))", ["x"]).at(numbers)
    own = Misses(read(*TEXTS), law, span=PLACES.span)
    here = parameters(law)
    assert own.at(here) == pytest.approx([each.missed_by(law) for each in read(*TEXTS)])
    assert own.slopes(here) == pytest.approx(slopes_of(own.at, here), rel=1e-5, abs=1e-6)


def test_beside_an_end_without_values_slopes_are_differences():
    law = formula("x^1.5")  # no value below 0
    own = Misses(read("dy/dx(0) = 3"), law, span=PLACES.span)
    assert np.isfinite(own.slopes(parameters(law))).all()


def test_a_formula_without_numbers_has_no_slopes():
    law = formula("x")
    assert Misses(read(*TEXTS), law, span=PLACES.span).slopes(parameters(law)).shape == (5, 0)
