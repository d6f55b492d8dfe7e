from fractions import Fraction

import numpy as np
import pytest
import torch

from nalm.discovery.stages.cohorts._round import Rounding, round_exponents
from nalm.discovery.stages.cohorts._structure import Structure
from nalm.discovery.stages.cohorts._write import write
from tests.discovery._prepared import (
    LIMITS,
    cohort_of,
    inputs,
    model_of,
    prepared,
    trained_on,
)

LAWS = {
    (Fraction(3, 2), Fraction(0)): lambda a, b: 2.5 * a**1.5,
    (Fraction(1), Fraction(-2)): lambda a, b: -0.3 * a / b**2,
    (Fraction(1, 2), Fraction(-1, 2)): lambda a, b: 7 * np.sqrt(a / b),
    (Fraction(1, 3), Fraction(2)): lambda a, b: a ** (1 / 3) * b**2,
    (Fraction(3, 10), Fraction(4, 5)): lambda a, b: 1.8 * a**0.3 * b**0.8,
}


def rounded_from(start, rows, whole=False, bound=6.0):
    flat = torch.tensor([start], dtype=torch.float64)
    ones = torch.ones(flat.shape[1], dtype=torch.float64)
    rounding = Rounding(exponents=ones, whole=ones * whole, bound=bound * ones, limits=LIMITS)
    return round_exponents(cohort_of(flat, rows), model_of(Structure(1), rows), rounding=rounding)


@pytest.mark.parametrize("noise", [0.0, 0.01])
@pytest.mark.parametrize("exponents", LAWS, ids=str)
def test_exact_exponents_are_read_out_of_clean_and_of_noisy_data(exponents, noise):
    x = inputs(rows=80)
    error = 1 + noise * np.random.default_rng(1).standard_normal(80)
    rows = prepared(x, LAWS[exponents](*x.T) * error)
    found = rounded_from([float(w) + 0.1 for w in exponents], rows)
    assert not found.cohort.free.any()
    assert found.cohort.flat[0].tolist() == [float(w) for w in exponents]
    assert float(found.fit.cost) < max(1e-25, 2 * noise**2)


def test_an_irrational_exponent_stays_as_measured_beside_an_exact_one():
    x = inputs()
    found = rounded_from([1.0, 1.0], prepared(x, x[:, 0] ** np.sqrt(2) / x[:, 1]))
    assert found.cohort.free.tolist() == [[1.0, 0.0]]
    assert found.cohort.flat.numpy() == pytest.approx(np.array([[np.sqrt(2), -1.0]]))
    assert float(found.fit.cost) < 1e-25


def test_only_integers_are_given_to_inputs_that_may_be_negative():
    x = inputs()
    rows = prepared(x, np.sqrt(x[:, 0]) * x[:, 1] ** 2)
    fractional, whole = (rounded_from([0.4, 2.1], rows, whole=whole) for whole in (False, True))
    assert fractional.cohort.flat[0].tolist() == [0.5, 2.0]
    assert whole.cohort.free.tolist() == [[1.0, 0.0]]


def test_no_exponent_is_rounded_past_its_bound():
    x = inputs(count=1)
    found = rounded_from([2.0], prepared(x, x[:, 0] ** 3), bound=2.95)
    assert float(found.cohort.flat.abs().max()) <= 2.95
    exact = found.cohort.flat[found.cohort.free == 0].numpy() * 12
    assert (exact == exact.round()).all()


def test_the_exponents_of_signed_inputs_become_whole_in_a_trained_cohort():
    x = inputs(signed=True)
    rows = prepared(x, x[:, 0] ** 3 / x[:, 1])
    trained = trained_on(Structure(1), rows)
    best = write(trained, int(np.argmin(trained.rounded.length)), rows=rows)
    assert {(power.base, power.exponent) for power in best.terms[0].powers} == {(0, 3), (1, -1)}
    flat, free = trained.rounded.cohort.flat, trained.rounded.cohort.free
    assert (flat[free == 0] == flat[free == 0].round()).all()


def test_starts_are_rounded_each_for_itself_and_chosen_one_by_one():
    x = inputs()
    rows = prepared(x, x[:, 0] ** 1.5 / x[:, 1])
    one, other = rounded_from([1.4, -1.1], rows), rounded_from([-2.0, 2.0], rows)
    assert one.length == pytest.approx(other.length)
    assert one.where(torch.tensor([True]), other).cohort is not other.cohort
    mixed = one.where(torch.tensor([False]), other)
    assert torch.equal(mixed.cohort.flat, other.cohort.flat)
    assert torch.equal(mixed.fit.gradient, other.fit.gradient)
    assert mixed.length == other.length
