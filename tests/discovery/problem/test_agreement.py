import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.problem._agreement import in_agreement, open_directions
from nalm.discovery.problem._constant_units import carries_unit, constant_units
from nalm.discovery.problem._dimensions import dimensions
from nalm.discovery.problem._problem import Units
from nalm.symbolic import parameters, to_text, with_parameters
from tests.symbolic.strategies import call, plus, quick, term

NAMES = ["a", "b", "c"]
LENGTHS = Units.read(["m", "m", "s"], "m")


def matrix(units=LENGTHS):
    return dimensions(units.inputs, units.target)


def agrees(formula, units=LENGTHS):
    return not any(map(carries_unit, constant_units(formula, units)))


PRODUCT = plus(term(2.0, (0, 0.6), (1, 0.5)))
MIXED = plus(term(2.0, (0, 0.6), (1, 0.5)), term(3.0, (1, 1)))
NESTED = plus(term(2.0, (0, 0.6), (plus(term(1, (0, 1)), term(0.7, (1, 1))), 0.3)))
INSIDE = plus(term(2.0, (0, 1), (call("exp", term(-0.5, (0, 0.9), (1, -0.8))), 1)))
TWICE = plus(term(1, (plus(term(1, (0, 1.8)), term(0.7, (1, 2.1))), 0.52)))


@pytest.mark.parametrize("formula", [PRODUCT, MIXED, NESTED, INSIDE, TWICE])
def test_measured_exponents_move_until_units_agree(formula):
    found = in_agreement(formula, matrix())
    assert found is not None
    assert agrees(found)
    assert np.abs(parameters(found) - parameters(formula)).max() < 0.2
    assert in_agreement(found, matrix()) is found


def test_the_change_is_the_least_one():
    found = in_agreement(PRODUCT, matrix())
    assert to_text(found, NAMES) == "2*a^0.55*b^0.45"


@pytest.mark.parametrize(
    "formula",
    [
        plus(term(2.0, (0, 2))),
        plus(term(2.0, (0, 1)), term(3.0)),
        plus(term(2.0, (0, 1), (call("exp", term(1.5, (1, 1))), 1))),
        plus(term(2.0, (0, 1), (call("sin", term(1.5, (2, 0.5))), 1)), term(3.0, (2, 1))),
    ],
)
def test_what_no_exponents_can_mend_is_no_formula(formula):
    assert in_agreement(formula, matrix()) is None


def test_a_baseline_without_inputs_stays():
    mean = plus(term(2.0))
    assert in_agreement(mean, matrix()) == mean
    assert open_directions(mean, matrix()) is None


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=2))
@quick
def test_along_open_directions_units_go_on_agreeing(steps):
    formula = in_agreement(MIXED, matrix())
    directions = open_directions(formula, matrix())
    assert directions.shape == (4, 3)  # two constants, and one of two exponents
    assert directions.T @ directions == pytest.approx(np.eye(3))
    moved = parameters(formula) + directions @ [0.1, *steps]
    assert agrees(with_parameters(formula, moved))


@pytest.mark.parametrize(
    "formula", [plus(term(2.0, (0, 1))), plus(term(2.0, (call("exp", term(1.0, (0, 1))), 0.5)))]
)
def test_where_units_ask_nothing_all_numbers_are_free(formula):
    assert open_directions(formula, matrix()) is None
    assert open_directions(PRODUCT, None) is None


def test_an_exponent_that_units_fix_is_not_open():
    assert open_directions(plus(term(2.0, (0, 1.0))), matrix()).shape == (2, 1)
