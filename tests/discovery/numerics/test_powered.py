from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.numerics._powered import Powered, has_root

X = np.random.default_rng(0).uniform(-1, 1, (400, 2))
COLUMNS = np.column_stack([np.ones(400), X, X[:, 0] ** 2, X[:, 0] * X[:, 1], X[:, 1] ** 2])
SUM = COLUMNS @ np.array([0.4, 0.0, 0.0, 1.0, 0.0, 2.0])
POWERS = [Fraction(1), Fraction(-1), Fraction(2), Fraction(-2)]


def powered(y, power, root=None):
    return Powered(power=power, y=y, root=np.ones(len(y)) if root is None else root)


@pytest.mark.parametrize("power", POWERS, ids=str)
def test_a_root_is_fitted_exactly(power):
    y = SUM ** float(1 / power)
    f, residual = powered(y, power).fitted(COLUMNS)
    assert np.allclose(f, y, rtol=1e-9)
    assert np.abs(residual).max() < 1e-9


@pytest.mark.parametrize("power", POWERS, ids=str)
def test_residuals_are_those_of_the_target_to_first_order(power):
    y, root = SUM ** float(1 / power), np.linspace(0.5, 2, 400)
    for small in (1e-3, 1e-4):
        other = SUM * (1 + small * X[:, 0])
        z, weight = powered(y, power, root).linear(y * (1 + small * X[:, 1]))
        miss = root * (y - other ** float(1 / power))
        sign = np.sign(float(power))
        assert np.allclose(sign * weight * (z - other), miss, atol=30 * small**2)


@pytest.mark.parametrize("power", [Fraction(2), Fraction(-1)], ids=str)
def test_noise_leaves_no_bias(power):
    y = SUM ** float(1 / power)
    random = np.random.default_rng(1)
    noisy = y + 0.15 * np.sqrt(np.mean(y**2)) * random.standard_normal(400)
    f, residual = powered(noisy, power).fitted(COLUMNS)
    noise = np.sqrt(np.mean((noisy - y) ** 2))
    assert np.sqrt(np.mean((f - y) ** 2)) < 0.25 * noise
    assert np.sqrt(np.mean(residual**2)) == pytest.approx(noise, rel=0.05)


def test_rows_of_the_wrong_sign_do_not_spoil_a_root():
    distance = np.sqrt(X[:, 0] ** 2 - 2 * X[:, 0] * X[:, 1] + X[:, 1] ** 2)
    noisy = distance + 0.05 * np.random.default_rng(2).standard_normal(400)
    assert (noisy < 0).any()
    f, _ = powered(noisy, Fraction(2)).fitted(COLUMNS)
    assert (f > 0).all()
    assert np.sqrt(np.mean((f - distance) ** 2)) < 0.03


def test_rows_that_noise_hides_spoil_no_other_rows():
    """Where a factor was divided out, noise is largest in the rows that count least."""
    random = np.random.default_rng(3)
    factor = 10 ** random.uniform(-2, 1, 400)
    distance = np.sqrt(SUM)
    noisy = distance + 0.05 * random.standard_normal(400) / factor
    assert noisy.min() < -distance.max()
    target = powered(noisy, Fraction(2), root=factor)
    clear = factor > 1
    assert np.allclose(target.begin[clear], noisy[clear])
    f, _ = target.fitted(COLUMNS)
    assert np.sqrt(np.mean((f - distance)[clear] ** 2)) < 0.01


def test_a_row_without_weight_has_a_value_to_begin_with():
    y, root = np.array([-1.0, 2.0, 3.0]), np.array([0.0, 1.0, 1.0])
    assert np.allclose(powered(y, Fraction(2), root).begin, [1.0, 2.0, 3.0])
    y[2] = -0.1
    assert np.isfinite(powered(y, Fraction(2), root).begin).all()


def test_no_noise_is_seen_where_all_signs_agree():
    y = np.array([1e-9, 1.0, 1e9])
    assert (powered(y, Fraction(2)).begin == y).all()
    assert (powered(-y, Fraction(-1)).begin == -y).all()


@pytest.mark.parametrize("power", POWERS, ids=str)
def test_a_target_may_be_zero_somewhere(power):
    y = SUM ** float(1 / power)
    y[::50] = 0.0
    f, residual = powered(y, power).fitted(COLUMNS)
    assert np.isfinite(f).all()
    assert np.isfinite(residual).all()
    z, weight = powered(y, power).linear(f)
    assert np.isfinite(z).all()
    assert np.isfinite(weight).all()


@pytest.mark.parametrize(("negative", "even"), [(0, True), (9, True), (11, False), (91, True)])
def test_an_even_root_has_one_sign_but_for_noise(negative, even):
    signs = np.where(np.arange(100) < negative, -1.0, 1.0)
    assert has_root(signs, Fraction(2)) is has_root(signs, Fraction(-2)) is even
    assert has_root(signs, Fraction(-1))
