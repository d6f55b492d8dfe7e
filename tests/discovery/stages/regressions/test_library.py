from math import comb

import numpy as np
import pytest

from nalm.discovery.stages.regressions._library import (
    MOST,
    briefest,
    build,
    carried,
    independent,
    laurent_exponents,
    polynomial_exponents,
    total_at_most,
)


@pytest.mark.parametrize(("inputs", "degree"), [(1, 0), (1, 6), (2, 3), (4, 2)])
def test_every_product_up_to_a_degree_once(inputs, degree):
    exponents = total_at_most(inputs, degree)
    assert exponents.shape == (comb(inputs + degree, inputs), inputs)
    assert len({tuple(w) for w in exponents}) == len(exponents)
    assert (np.diff(exponents.sum(axis=1)) >= 0).all()
    assert exponents.sum(axis=1).max() == degree


@pytest.mark.parametrize("rows", [1, 6, 60, 600, 10_000])
@pytest.mark.parametrize("inputs", [1, 3, 9])
def test_a_library_is_smaller_than_the_rows_can_carry(rows, inputs):
    most = carried(rows)
    assert most <= MOST
    exponents = polynomial_exponents(inputs, rows=rows, highest=6)
    assert len(exponents) <= most or exponents.sum(axis=1).max() <= 2
    laurent = laurent_exponents(inputs, rows=rows)
    assert laurent is None or len(laurent) <= most


def test_laurent_products_have_two_inputs_and_small_exponents():
    laurent = laurent_exponents(3, rows=600)
    assert (np.count_nonzero(laurent, axis=1) <= 2).all()
    assert np.abs(laurent).max() == 2
    assert {(0, 0, 0), (-2, 0, 2), (1, 0, -1)} <= {tuple(w) for w in laurent.astype(int)}
    assert len({tuple(w) for w in laurent}) == len(laurent) == 1 + 4 * 3 + 16 * 3


@pytest.mark.parametrize("scale", [1e-30, 1.0, 1e30])
def test_columns_are_unit_products_and_remember_their_size(scale):
    x = np.random.default_rng(0).uniform(-2, 2, (20, 2)) * scale
    library = build(x, total_at_most(2, 3))
    assert np.allclose(np.linalg.norm(library.values, axis=0), 1)
    products = np.prod(x[:, None] ** library.exponents, axis=2)
    assert np.allclose(library.values * library.size, products, rtol=1e-10, atol=0)


def test_products_without_a_value_are_left_out():
    x = np.array([[0.0, 1.0], [1.0, 2.0], [2.0, 3.0]])
    library = build(x, np.array([[-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]]))
    assert library.exponents.tolist() == [[0.0, -1.0], [1.0, 0.0]]
    assert build(np.zeros((3, 1)), np.array([[0.0], [1.0]])).exponents.tolist() == [[0.0]]


def test_products_whose_coefficients_would_be_no_floats_are_left_out():
    x = np.random.default_rng(0).uniform(1, 2, (20, 1)) * 1e150
    library = build(x, np.array([[0.0], [1.0], [2.0], [-1.0], [-2.0]]))
    assert library.exponents[:, 0].tolist() == [0.0, 1.0, -1.0]
    assert np.isfinite(1 / library.size).all()


def test_combinations_of_earlier_columns_are_left_out():
    first, second = np.random.default_rng(0).uniform(1, 3, (2, 40))
    x = np.column_stack([first, second, 6 - first - second])
    kept = independent(build(x, total_at_most(3, 2)))
    assert kept.exponents.tolist() == [[*w, 0.0] for w in total_at_most(2, 2).tolist()]
    free = build(x[:, :2], total_at_most(2, 2))
    assert len(independent(free).size) == len(free.size)


def test_the_products_that_are_said_most_briefly_come_first():
    values, lengths = np.array([0.0, 1.0, -1.0, 2.0]), np.array([0.0, 1.0, 1.5, 2.0])
    found = briefest(2, values, costs=lengths, most=6)
    cost = dict(zip(values, lengths, strict=True))
    sums = [sum(cost[e] for e in w) for w in found]
    assert found[0].tolist() == [0, 0]
    assert sums == sorted(sums)
    assert len(np.unique(found, axis=0)) == 6
    assert briefest(3, np.zeros(1), costs=np.zeros(1), most=9).tolist() == [[0, 0, 0]]
