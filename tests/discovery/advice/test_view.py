from dataclasses import replace
from fractions import Fraction

import numpy as np

from nalm.symbolic import Call, Power, Product, Sum
from tests.discovery._discoveries import constant, power_law
from tests.discovery.advice._tables import seen

SIDE = Sum((Product(1.5, (Power(0, Fraction(1)),)),))
X = np.linspace(1.0, 9.0, 12)


def test_columns_with_few_values_are_left_out():
    table = np.column_stack([X, np.arange(12) % 3, np.ones(12)])
    assert [name for name, _ in seen(table, X).varying()] == ["x0"]


def test_residuals_are_those_of_the_closest_candidate():
    view = seen(X, 3 * X, constant(7.0), power_law(3.0, {0: 1.0}), constant(5.0))
    assert np.abs(view.residuals()).max() < 1e-12
    assert (view.fitted == 5.0).all()


def test_functions_are_those_of_all_candidates():
    inner = Sum((Product(2.0, (Power(Call("exp", SIDE), Fraction(1)),)),))
    outer = Sum((Product(1.0, (Power(Call("log", inner), Fraction(1)),)),))
    assert seen(X, X, outer, constant(1.0)).functions() == {"exp", "log"}
    assert seen(X, X).functions() == frozenset()


def test_long_tables_are_thinned():
    view = seen(X, 3 * X)
    assert view.thinned(12) is view
    assert view.thinned(3).y.tolist() == [3.0, 3 * X[5], 27.0]


def test_a_form_that_was_given_is_no_search():
    view = seen(X, X)
    given = replace(view.chosen, form=object())
    for others, is_searched in (((), False), ((view.chosen,), True)):
        found = replace(view.discovery, candidates=(given, *others), chosen=0)
        assert replace(view, discovery=found).is_searched is is_searched
