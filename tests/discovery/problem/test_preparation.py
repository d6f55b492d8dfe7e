import numpy as np
import pytest

from nalm.discovery.problem._preparation import prepare, restore, with_inputs
from nalm.symbolic import Power, Product, Sum, evaluate
from tests.discovery._discoveries import discovery, power_law

RANDOM = np.random.default_rng(0)
X = RANDOM.uniform(1, 2, (12, 3))
Y = X[:, 0] * X[:, 1]


def problem_of(x, y, weight):
    return prepare(x, y, weight=np.asarray(weight, dtype=float), dimensions=None).problem


def same(one, other):
    return all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in ("x", "y", "weight")
    )


def test_a_weight_is_a_number_of_repetitions():
    counts = RANDOM.integers(0, 4, len(X))
    repeated = problem_of(X.repeat(counts, axis=0), Y.repeat(counts), np.ones(counts.sum()))
    assert same(problem_of(X, Y, counts), repeated)


def test_the_order_of_the_rows_has_no_influence():
    order = RANDOM.permutation(len(X))
    weight = RANDOM.uniform(1, 2, len(X))
    assert same(problem_of(X, Y, weight), problem_of(X[order], Y[order], weight[order]))


def test_the_size_of_the_weights_has_no_influence():
    weight = RANDOM.integers(1, 4, len(X))
    assert same(problem_of(X, Y, weight), problem_of(X, Y, 1024.0 * weight))
    assert problem_of(X, Y, weight).weight.mean() == pytest.approx(1.0)


def test_every_row_knows_where_it_comes_from():
    counts = np.array([2, 0, 1, 3] * 3)
    prepared = prepare(X.repeat(2, axis=0), Y.repeat(2), weight=counts.repeat(2), dimensions=None)
    places = range(len(prepared.problem.y))
    for i in places:
        for row in prepared.rows_of([i]):
            assert (prepared.problem.x[i] == X.repeat(2, axis=0)[row]).all()
    assert prepared.rows_of(places) == tuple(np.flatnonzero(counts.repeat(2)))
    assert prepared.rows_of(()) == ()


def test_a_minus_before_zero_makes_no_difference():
    x = np.array([[0.0], [-0.0], [1.0]])
    assert len(problem_of(x, np.array([-0.0, 0.0, 1.0]), np.ones(3)).y) == 2


def test_a_formula_gets_other_inputs_at_every_depth():
    inner = Sum((Product(1.0, (Power(1, 2.0),)), Product(1.0, (Power(0, 2.0),))))
    formula = Sum((Product(3.0, (Power(inner, 0.5), Power(0, 1.0))), Product(2.0)))
    moved = with_inputs(formula, {0: 2, 1: 0})
    assert (evaluate(formula, X[:, [2, 0]]) == evaluate(moved, X)).all()


def test_an_input_without_a_new_index_is_noticed():
    with pytest.raises(KeyError):
        with_inputs(power_law(1.0, {1: 1.0}), {0: 0})


def test_a_discovery_is_restored_to_the_table():
    x, y = X[:, [2, 0]].repeat(2, axis=0), Y.repeat(2)
    prepared = prepare(x, y, weight=np.ones(len(x)), dimensions=None)
    found = discovery(power_law(2.0, {0: 1.0, 1: -1.0}), inner_rows=(0, 1), outer_rows=(11,))
    restored = restore(found, prepared, columns=(2, 0))
    table = X.repeat(2, axis=0)
    assert restored.candidates[0].formula == power_law(2.0, {2: 1.0, 0: -1.0})
    assert len(restored.inner_rows) == 4
    assert {tuple(table[row, [2, 0]]) for row in restored.outer_rows} == {
        tuple(prepared.problem.x[11])
    }
    assert restored.reason == found.reason
