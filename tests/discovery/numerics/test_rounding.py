import numpy as np
import pytest

from nalm.discovery.numerics._rounding import HALF_ULP, Step, rounding

RANDOM = np.random.default_rng(0)
VALUES = RANDOM.uniform(-3, 40, 300)
DECADES = 10 ** RANDOM.uniform(-4, 4, 300)


@pytest.mark.parametrize("decimals", [1, 2, 4, 6])
def test_decimals_are_half_a_step_of_the_last_one(decimals):
    assert rounding(np.round(VALUES, decimals)) == Step(absolute=0.5 * 10.0**-decimals)


@pytest.mark.parametrize("digits", [3, 4, 5, 7])
def test_significant_digits_are_relative(digits):
    printed = np.array([float(f"{value:.{digits}g}") for value in DECADES])
    step = rounding(printed)
    assert not step.absolute
    error = np.abs(printed - DECADES)
    half = error / step.of(printed)
    assert 0.9 < np.sqrt(3 * np.mean(half**2)) < 1.1
    assert half.max() < 10**0.5


@pytest.mark.parametrize(("low", "high"), [(1.0, 1.5), (7.0, 9.9), (1.0, 9.9)])
def test_the_share_of_the_last_digit_depends_on_the_first(low, high):
    exact = np.random.default_rng(0).uniform(low, high, 300) * 10.0 ** RANDOM.integers(-4, 4, 300)
    printed = np.array([float(f"{value:.3g}") for value in exact])
    step, error = rounding(printed), np.abs(printed - exact)
    assert 0.85 < np.sqrt(3 * np.mean((error / step.of(printed)) ** 2)) < 1.15
    assert (step.sure(printed) < 0.5 * 10.0 ** (np.floor(np.log10(printed)) - 2)).all()


def test_float32_is_half_a_unit_in_its_last_place():
    single = VALUES.astype(np.float32).astype(float)
    assert rounding(single) == Step(relative=HALF_ULP)
    assert (np.abs(single - VALUES) <= rounding(single).of(VALUES)).all()


@pytest.mark.parametrize(
    "exact",
    [
        VALUES,
        np.linspace(0, 10, 41),
        np.repeat([0.5, 1.0, 1.5, 2.5], 30),
        np.array([0.3, 0.7, 1.9]),
        np.zeros(20),
    ],
    ids=["full", "grid", "levels", "few", "constant"],
)
def test_what_is_not_known_to_be_rounded_has_no_step(exact):
    assert not rounding(exact)
