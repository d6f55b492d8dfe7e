import dataclasses
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import curve_fit
from scipy.stats import t

from nalm.discovery import Noise, Prior
from nalm.discovery.uncertainty._centring import uncentred, uncentring_slope
from nalm.discovery.uncertainty._density import evaluate_density, make_density
from nalm.discovery.uncertainty._laplace import (
    draw_laplace,
    laplace,
    log_student,
    student_moments,
    weight_share,
)
from nalm.errors import InvalidValueError
from nalm.symbolic import Power, Product, Sum
from tests.discovery._measured import LINE, POWER, USUAL, candidate, line_data, power_data, problem

BENT = Sum((Product(1.0, (Power(0, 1.0),)), Product(1.0)))


def test_a_line_has_the_textbook_t_distribution():
    data = line_data()
    design = np.c_[np.ones(12), data.x]
    best, squares = np.linalg.lstsq(design, data.y, rcond=None)[:2]
    fitted = laplace(make_density(candidate(LINE), data))
    np.testing.assert_allclose(fitted.mode, best, rtol=1e-9)
    covariance = squares[0] / 10 * np.linalg.inv(design.T @ design)
    np.testing.assert_allclose(fitted.root @ fitted.root.T, covariance, rtol=1e-9)
    assert fitted.degrees == 10


def test_of_parameters_that_centring_leaves_alone_the_quantiles_are_exact():
    density = make_density(candidate(LINE), line_data())
    fitted = laplace(density)
    few = np.zeros((3, 2))
    mean, sd, quantiles = student_moments(
        fitted, matrix=density.matrix, draws=few, levels=[0.1, 0.5]
    )
    scale = np.linalg.norm(fitted.root, axis=1)
    np.testing.assert_allclose(mean, fitted.mode)
    np.testing.assert_allclose(sd, scale * np.sqrt(10 / 8))
    expected = np.c_[fitted.mode + scale * t(10).ppf(0.1), fitted.mode]
    np.testing.assert_allclose(quantiles, expected)


def test_quantiles_of_coefficients_beside_measured_exponents_are_those_of_the_draws():
    density = make_density(candidate(POWER), power_data())
    fitted = laplace(density)
    draws, _ = draw_laplace(density, fitted, draws=500, random=np.random.default_rng(0))
    _, _, quantiles = student_moments(fitted, matrix=density.matrix, draws=draws, levels=[0.25])
    outer = uncentred(draws, matrix=density.matrix)
    assert quantiles[0, 0] == pytest.approx(np.quantile(outer[:, 0], 0.25))
    assert quantiles[1, 0] != pytest.approx(np.quantile(outer[:, 1], 0.25), rel=1e-9)


@pytest.mark.parametrize("formula", [POWER, BENT])
def test_the_spread_is_that_of_curve_fit(formula):
    data = power_data()
    weight = np.random.default_rng(1).uniform(0.5, 2, len(data.y))
    data = dataclasses.replace(data, weight=weight)
    density = make_density(candidate(formula), data)
    fitted = laplace(density)

    def law(x, c, p, *rest):
        return c * x**p + sum(rest)

    start = [1.5, 1.2, 0.1][: len(fitted.mode)]
    best, covariance = curve_fit(
        law, data.x[:, 0], data.y, p0=start, sigma=weight**-0.5, xtol=1e-14, ftol=1e-14
    )
    slope = uncentring_slope(fitted.mode, matrix=density.matrix) @ fitted.root
    np.testing.assert_allclose(uncentred(fitted.mode, matrix=density.matrix), best, rtol=1e-5)
    np.testing.assert_allclose(slope @ slope.T, covariance, rtol=1e-4)


def test_relative_noise_is_that_of_the_logarithms_where_it_is_small():
    data = power_data(noise=Noise.RELATIVE, sigma=1e-4)
    fitted = laplace(make_density(candidate(POWER, Noise.RELATIVE), data))
    design = np.c_[np.ones(60), np.log(data.x)]
    best, squares = np.linalg.lstsq(design, np.log(data.y), rcond=None)[:2]
    covariance = squares[0] / 58 * np.linalg.inv(design.T @ design)
    assert fitted.mode[1] == pytest.approx(best[1], abs=1e-7)
    assert (fitted.root @ fitted.root.T)[1, 1] == pytest.approx(covariance[1, 1], rel=1e-3)


@pytest.mark.parametrize("noise", USUAL)
@pytest.mark.parametrize("prior", Prior)
def test_the_mode_is_a_maximum_also_from_afar(noise, prior):
    data = power_data(noise=noise)
    away = candidate(Sum((Product(1.0, (Power(0, 0.8),)),)), noise)
    density = make_density(away, data, prior=prior)
    mode = laplace(density).mode
    assert np.abs(evaluate_density(density, mode[None]).gradient).max() < 1e-2
    around = mode + 1e-2 * np.r_[np.eye(2), -np.eye(2)]
    here = evaluate_density(density, mode[None]).log_density
    assert (evaluate_density(density, around).log_density < here).all()


@pytest.mark.parametrize("factor", [1e-30, 1e30])
def test_the_unit_of_y_does_not_matter(factor):
    data = power_data()
    one = laplace(make_density(candidate(POWER), data))
    scaled = dataclasses.replace(data, y=data.y * factor)
    large = Sum((Product(2.0 * factor, (Power(0, 1.5),)),))
    other = laplace(make_density(candidate(large), scaled))
    np.testing.assert_allclose(other.mode, one.mode * [factor, 1], rtol=1e-7)
    np.testing.assert_allclose(other.root[1], one.root[1], rtol=1e-6)


def test_draws_have_the_spread_and_the_density_of_the_distribution():
    density = make_density(candidate(LINE), line_data())
    fitted = laplace(density)
    draws, sigma = draw_laplace(density, fitted, draws=100_000, random=np.random.default_rng(0))
    covariance = fitted.root @ fitted.root.T * 10 / 8
    np.testing.assert_allclose(np.cov(draws.T), covariance, rtol=0.03)
    assert (sigma**2).mean() == pytest.approx(fitted.squares * density.scale**2 / 8, rel=0.02)
    difference = log_student(fitted, draws) - evaluate_density(density, draws).log_density
    assert np.ptp(difference) < 1e-8


def test_more_rows_than_parameters_are_needed():
    with pytest.raises(InvalidValueError, match=r"more rows .* found 2 rows for 2 parameters"):
        laplace(make_density(candidate(LINE), problem([1, 2], [1, 2])))


def test_parameters_that_do_the_same_are_refused():
    twice = Sum((Product(1.0, (Power(0, 1.5),)), Product(1.0, (Power(0, 1.5),))))
    with pytest.raises(InvalidValueError, match="found a direction in which the fit does not"):
        laplace(make_density(candidate(twice), power_data()))


def test_rows_outside_the_domain_are_refused():
    data = problem(np.linspace(-1, 1, 9), np.linspace(0, 1, 9))
    with pytest.raises(InvalidValueError, match="found a row outside its domain"):
        laplace(make_density(candidate(POWER), data))


def test_a_t_distribution_that_is_the_posterior_loses_no_draws():
    random = np.random.default_rng(0)
    line, root = (
        make_density(candidate(LINE), line_data()),
        make_density(candidate(POWER), line_like()),
    )
    shares = []
    for each in (line, root):
        fitted = laplace(each)
        draws, _ = draw_laplace(each, fitted, draws=500, random=random)
        logs = evaluate_density(each, draws).log_density
        shares.append(weight_share(logs, fitted, draws=draws))
    assert shares[0] == pytest.approx(1)
    assert 0.1 < shares[1] < 0.99


def line_like():
    return power_data(rows=8, sigma=3.0)


def test_parameters_that_nearly_do_the_same_are_kept_apart():
    near = Sum((Product(1.0, (Power(0, 1.5),)), Product(1.0, (Power(0, Fraction(1501, 1000)),))))
    fitted = laplace(make_density(candidate(near), power_data()))
    assert np.isfinite(fitted.root).all()
    assert np.linalg.norm(fitted.root, axis=1).max() > 1
