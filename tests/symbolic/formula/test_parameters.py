import numpy as np
import pytest
from hypothesis import given

from nalm.errors import InvalidValueError
from nalm.symbolic import parameters, with_measured, with_parameters
from tests.symbolic.strategies import F, formulas, plus, quick, term


def test_the_order_is_depth_first():
    inner = plus(term(4.0, (1, 5.0)), term(1), term(6.0))
    formula = plus(term(1.0, (0, 2.0), (inner, 3.0), (2, F(7))), term(F(1, 2), (0, 8.0)))
    assert parameters(formula).tolist() == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0]


@quick
@given(formulas())
def test_writing_what_was_read_changes_nothing(formula):
    assert repr(with_parameters(formula, parameters(formula))) == repr(formula)


@quick
@given(formulas())
def test_what_was_written_is_read(formula):
    values = np.arange(len(parameters(formula))) + 0.5
    assert parameters(with_parameters(formula, values)).tolist() == values.tolist()


def test_exact_numbers_stay_and_values_become_plain_floats():
    new = with_parameters(plus(term(F(1, 2), (0, 1.5))), np.array([2.5]))
    assert repr(new) == repr(plus(term(F(1, 2), (0, 2.5))))


@pytest.mark.parametrize("values", [[], [1.0, 2.0], [[1.0]]])
def test_a_wrong_number_of_values_is_refused(values):
    with pytest.raises(InvalidValueError, match=r"values should have the shape \(1,\)"):
        with_parameters(plus(term(2.5)), values)


def test_one_number_is_replaced():
    formula = plus(term(2.0, (0, 1.5)), term(0.5))
    changed = with_measured(formula, lambda place, old: 9.0 if place == 1 else old)
    assert parameters(changed).tolist() == [2.0, 9.0, 0.5]


@quick
@given(formulas())
def test_places_are_those_of_the_measured_numbers(formula):
    met = {}
    with_measured(formula, lambda place, old: met.setdefault(place, old))
    assert [met[k] for k in range(len(met))] == parameters(formula).tolist()
