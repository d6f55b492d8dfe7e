from fractions import Fraction

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.stages.cohorts._cohorts import TrainedStructure
from nalm.discovery.stages.cohorts._model import Parameters, unflatten
from nalm.discovery.stages.cohorts._round import Rounded
from nalm.discovery.stages.cohorts._structure import Structure
from nalm.discovery.stages.cohorts._write import found_in, write
from nalm.symbolic import evaluate
from tests._tiers import examples
from tests.discovery._prepared import (
    cohort_of,
    inputs,
    model_of,
    prepared,
    some_parameters,
    trained_on,
)

BASES = [
    (np.eye(2), np.zeros(2)),
    (np.array([[1.0], [-2.0]]), np.array([0.5, 1.0])),
    (np.array([[1 / 3], [-5 / 3]]), np.array([0.2, -1 / 7])),
]
STRUCTURES = st.builds(
    Structure, st.integers(1, 3), st.lists(st.integers(2, 3), max_size=2).map(tuple)
)


def trained_at(structure, rows, flat, free):
    """A cohort as it stands, without training."""
    cohort = cohort_of(flat, rows, free)
    fit = model_of(structure, rows)(flat, cohort.weight)
    rounded = Rounded(cohort=cohort, fit=fit, length=fit.cost.numpy())
    return TrainedStructure(structure=structure, rounded=rounded, cost=fit.cost)


def exact_where_fixed(structure, features, seed, denominators):
    """Random parameters; those that are not free are multiples of 1 / denominator."""
    random = np.random.default_rng(seed)
    flat = some_parameters(structure, features, starts=2, seed=seed)
    free = torch.from_numpy(random.integers(0, 2, flat.shape).astype(float))
    parts = unflatten(flat, structure, features=features)
    below = torch.from_numpy(random.choice(denominators, flat.shape).astype(float))
    flat = Parameters(  # positive sums have every power
        outer=parts.outer, inner=parts.inner, scale=parts.scale.abs(), power=parts.power
    ).flat()
    measured = unflatten(free, structure, features=features)
    free = Parameters(
        outer=measured.outer,
        inner=measured.inner,
        scale=torch.ones_like(measured.scale),
        power=measured.power,
    ).flat()
    return torch.where(free > 0, flat, (flat * below).round() / below), free


def assert_says_what_the_cohort_predicts(trained, rows, x):
    cohort = trained.rounded.cohort
    found = model_of(trained.structure, rows)(cohort.flat, cohort.weight)
    for start in range(2):
        predicted = found.residual[start] / rows.constant() + rows.samples.y
        formula = write(trained, start, rows=rows)
        expected = predicted.numpy() * rows.scales.y
        size = np.abs(expected).max()
        np.testing.assert_allclose(evaluate(formula, x), expected, rtol=1e-7, atol=1e-9 * size)


@examples(40)
@given(STRUCTURES, st.sampled_from(BASES), st.integers(0, 1000), st.sampled_from([1.0, 1e-9, 1e9]))
def test_a_formula_says_what_its_cohort_predicts(structure, units, seed, scale):
    x = inputs() * scale
    rows = prepared(x, 1 + np.sin(inputs()[:, 0]), *units)
    flat, free = exact_where_fixed(structure, units[0].shape[1], seed, [1, 2, 3, 4])
    assert_says_what_the_cohort_predicts(trained_at(structure, rows, flat, free), rows, x)


@examples(15)
@given(STRUCTURES, st.integers(0, 1000))
def test_a_formula_has_the_signs_that_its_cohort_has(structure, seed):
    x = inputs(signed=True)
    rows = prepared(x, 1 + np.sin(x[:, 0]))
    flat, _ = exact_where_fixed(structure, 2, seed, [1])
    parts = unflatten(flat.round(), structure, features=2)
    flat = Parameters(
        outer=parts.outer,
        inner=2 * parts.inner,  # even: the sums stay positive
        scale=parts.scale + 0.5,
        power=parts.power,
    ).flat()
    trained = trained_at(structure, rows, flat, torch.zeros_like(flat))
    assert_says_what_the_cohort_predicts(trained, rows, x)


def powers_of(formula):
    return {power.base: power.exponent for power in formula.terms[0].powers}


def test_what_was_rounded_is_exact_and_what_was_measured_is_not():
    rows = prepared(inputs(), inputs()[:, 0])
    flat = torch.tensor([[2 / 3, 0.123]], dtype=torch.float64)
    trained = trained_at(Structure(1), rows, flat, torch.tensor([[0.0, 1.0]]))
    assert powers_of(write(trained, 0, rows=rows)) == {0: Fraction(2, 3), 1: 0.123}


def test_exponents_that_follow_from_units_are_exact_whatever_their_denominator():
    x = inputs()
    y = 1.033 * x[:, 0] ** 0.2 * x[:, 1] ** (-3 / 7)  # such as a blast wave's E^(1/5)
    rows = prepared(x, y, np.zeros((2, 0)), [0.2, -3 / 7])
    formula = write(trained_on(Structure(1), rows), 0, rows=rows)
    assert powers_of(formula) == {0: Fraction(1, 5), 1: Fraction(-3, 7)}
    assert evaluate(formula, x) == pytest.approx(y)


def test_an_exponent_is_measured_if_one_of_those_it_follows_from_is():
    basis = np.array([[1.0, 1.0], [0.0, 1.0]])
    rows = prepared(inputs(), inputs()[:, 0], basis)
    flat = torch.tensor([[0.123, 2.0]], dtype=torch.float64)
    trained = trained_at(Structure(1), rows, flat, torch.tensor([[1.0, 0.0]]))
    assert powers_of(write(trained, 0, rows=rows)) == {0: 2.123, 1: Fraction(2)}


def test_a_coefficient_past_the_largest_float_is_infinite_without_a_warning():
    x = inputs() * 1e200
    rows = prepared(x, inputs()[:, 0])
    flat = torch.tensor([[-2.0, 0.0]], dtype=torch.float64)
    trained = trained_at(Structure(1), rows, flat, torch.zeros_like(flat))
    assert np.isinf(write(trained, 0, rows=rows).terms[0].coefficient)


def test_starts_are_found_in_order_and_each_place_once():
    rows = prepared(inputs(), inputs()[:, 0])
    flat = torch.tensor([[0.5, 0.0], [1.0, 0.0], [1.0, 0.0], [2.0, 0.0]], dtype=torch.float64)
    trained = trained_at(Structure(1), rows, flat, torch.zeros_like(flat))
    found = list(found_in(trained))
    assert found[0][0] in (1, 2)
    assert len(found) == 3
    assert {(ended, starts) for _, ended, starts in found} == {(2, 4)}
    assert len(list(found_in(trained, most=1))) == 1
