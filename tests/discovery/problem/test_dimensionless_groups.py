from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery import Dimensions, Problem
from nalm.discovery.problem._dimensionless_groups import DimensionlessGroups, beside, find_groups
from nalm.errors import InvalidValueError
from nalm.symbolic import Power, Product, Sum, evaluate

JOULE = (Fraction(1), Fraction(2), Fraction(-2))  # kg m² s⁻²


def dimensions(inputs, target):
    rows = tuple(tuple(Fraction(e) for e in row) for row in inputs)
    return Dimensions(inputs=rows, target=tuple(Fraction(e) for e in target))


def test_without_units_every_exponent_is_free():
    basis, offset = find_groups(None, np.ones((1, 3))).basis
    assert np.array_equal(basis, np.eye(3))
    assert not offset.any()


def test_units_may_fix_every_exponent():
    basis, offset = find_groups(dimensions([[1, 0], [0, 1], [0, -1]], JOULE), np.ones((1, 2))).basis
    assert basis.shape == (2, 0)
    assert offset.tolist() == [1.0, 2.0]


def test_inputs_of_one_unit_may_be_divided():
    basis, offset = find_groups(dimensions([[1, 1]], [2]), np.ones((1, 2))).basis
    assert basis.tolist() == [[-1.0], [1.0]]
    assert offset.tolist() == [2.0, 0.0]


def test_no_product_has_the_unit():
    with pytest.raises(InvalidValueError, match="units: expected inputs of which some product"):
        find_groups(dimensions([[1, 0], [0, 1], [0, 0]], JOULE), np.ones((1, 2)))


@given(data=st.data(), inputs=st.integers(1, 5), units=st.integers(1, 4))
def test_every_choice_of_the_free_exponents_has_the_targets_unit(data, inputs, units):
    number = st.integers(-3, 3)
    system = np.array([[data.draw(number) for _ in range(inputs)] for _ in range(units)])
    truth = np.array([data.draw(number) for _ in range(inputs)])
    target = system @ truth
    units = dimensions(system.tolist(), target.tolist())
    basis, offset = find_groups(units, np.ones((1, inputs))).basis
    assert basis.shape == (inputs, inputs - np.linalg.matrix_rank(system))
    z = np.array([data.draw(number) for _ in range(basis.shape[1])])
    assert np.allclose(system @ (basis @ z + offset), target)


def test_what_has_zeros_or_both_signs_measures_nothing_else():
    metres = dimensions([[1, 1, 1]], [1])
    x = np.array([[0.0, -1.0, 2.0], [1.0, 1.0, 3.0]])
    found = find_groups(metres, x)
    assert found.offset == (0, 0, 1)
    assert found.exponents == ((1, 0, -1), (0, 1, -1))


def pendulum(rows=50):
    """Lengths and speeds: y = √(l₁ g) has the unit of a speed, l₂/l₁ has none."""
    x = np.random.default_rng(0).uniform(1, 4, (rows, 3))
    y = np.sqrt(x[:, 0] * x[:, 1]) * (1 + x[:, 2] / x[:, 0])
    units = dimensions([[1, 1, 1], [0, -2, 0]], [1, -1])
    return Problem(x=x, y=y, weight=np.linspace(1, 2, rows), dimensions=units)


def test_a_problem_in_groups_has_the_same_weighted_residuals():
    data = pendulum()
    groups = find_groups(data.dimensions, data.x)
    reduced = groups.reduced(data)
    assert reduced.x.shape == (50, 1) and reduced.dimensions is None
    guess = Sum((Product(2.0, (Power(0, Fraction(1)),)), Product(0.5)))
    ours = evaluate(guess, reduced.x) - reduced.y
    theirs = evaluate(groups.restored(guess), data.x) - data.y
    assert np.allclose(reduced.weight * ours**2, data.weight * theirs**2)


def test_without_units_a_problem_stays_as_it_is():
    data = replace(pendulum(), dimensions=None)
    groups = find_groups(None, data.x)
    assert groups.reduced(data) is data
    nested = Sum((Product(1.0), Product(2.0, (Power(1, Fraction(2)),))))
    formula = Sum((Product(3.0, (Power(nested, -0.5), Power(2, Fraction(1)))),))
    assert groups.restored(formula) == formula


def test_a_formula_of_groups_is_one_of_the_inputs():
    data = pendulum()
    groups = find_groups(data.dimensions, data.x)
    base = Sum((Product(Fraction(1)), Product(2.0, (Power(0, Fraction(2)),))))
    formula = Sum((Product(3.0, (Power(base, Fraction(-1, 2)), Power(0, 0.5))),))
    reduced = groups.reduced(data)
    factor = data.y / reduced.y
    assert np.allclose(
        evaluate(groups.restored(formula), data.x), factor * evaluate(formula, reduced.x)
    )


@pytest.mark.parametrize(
    ("inputs", "target", "x"),
    [
        ([[1]], [1], [[1.0], [2.0]]),  # no group
        ([[1, 1]], [1], [[0.0, 0.0], [1.0, 1.0]]),  # zeros below the line
        ([[2, 2]], [1], [[-1.0, -1.0], [1.0, 1.0]]),  # a root of a negative number
    ],
)
def test_where_no_group_has_a_value_there_is_no_problem_in_groups(inputs, target, x):
    data = Problem(
        x=np.array(x), y=np.ones(2), weight=np.ones(2), dimensions=dimensions(inputs, target)
    )
    assert find_groups(data.dimensions, data.x).reduced(data) is None


@given(data=st.data())
def test_groups_of_groups_are_groups(data):
    """Writing a problem in groups, and that in groups of these, is writing it in both at once."""
    exponents = st.tuples(*[st.fractions(-2, 2, max_denominator=2)] * 3)
    outer = DimensionlessGroups(
        exponents=data.draw(st.tuples(exponents, exponents)), offset=data.draw(exponents)
    )
    pair = st.tuples(*[st.fractions(-2, 2, max_denominator=2)] * 2)
    inner = DimensionlessGroups(exponents=(data.draw(pair),), offset=data.draw(pair))
    rows = np.random.default_rng(0).uniform(0.5, 2, (10, 3))
    table = Problem(x=rows, y=rows.sum(axis=1), weight=np.ones(10))
    twice, once = inner.reduced(outer.reduced(table)), outer.of(inner).reduced(table)
    for name in ("x", "y", "weight"):
        assert np.allclose(getattr(twice, name), getattr(once, name))


def test_beside_a_factor_the_other_inputs_are_groups():
    rows = np.random.default_rng(0).uniform(0.5, 2, (10, 3))
    data = Problem(x=rows, y=rows[:, 0] ** 2 * rows[:, 1:].sum(axis=1), weight=np.ones(10))
    reduced = beside((Fraction(2), Fraction(0), Fraction(0))).reduced(data)
    assert np.array_equal(reduced.x, rows[:, 1:])
    assert np.allclose(reduced.y, rows[:, 1:].sum(axis=1))
    assert np.allclose(reduced.weight, rows[:, 0] ** 4)
