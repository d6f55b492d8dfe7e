from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery import Dimensions, Noise
from nalm.discovery._noise import noise_size
from nalm.discovery.numerics._rounding import rounding
from nalm.discovery.scoring._refit import refit
from nalm.symbolic import Call, evaluate, parameters
from tests.discovery._laws import formula, problem, table, term

LINE = formula(term(1.0), term(1.0, (0, 1)))
POWER = formula(term(1.0, (0, 1.5)))


@pytest.mark.parametrize("noise", list(Noise))
def test_numbers_are_found_from_nearby(noise):
    fit = refit(POWER, table(lambda a: 3 * a**2, [(1, 4)]), noise=noise)
    assert np.allclose(parameters(fit.formula), [3, 2], rtol=1e-9)
    assert fit.sigma < 1e-9


@pytest.mark.parametrize("scale", [1e-3, 1e3])
@pytest.mark.parametrize("noise", [Noise.RELATIVE, Noise.VARIABLES])
def test_noise_that_follows_a_constant_is_relative_too(noise, scale):
    data = table(lambda a: scale + 0 * a, [(1, 4)], relative=0.01)
    fit = refit(formula(term(scale)), data, noise=noise)
    assert fit.sigma == pytest.approx(0.01, rel=0.3)


def test_exact_numbers_stay():
    half = formula(term(Fraction(1, 2), (0, 1)))
    fit = refit(half, table(lambda a: a, [(1, 2)]), noise=Noise.CONSTANT)
    assert fit.formula == half
    assert fit.covariance.shape == (0, 0)


@pytest.mark.parametrize("noise", list(Noise))
def test_no_value_on_a_row_is_refused(noise):
    assert refit(formula(term(1.0, (0, -1))), problem([0.0, 1.0], [1.0, 2.0]), noise=noise) is None


def test_a_line_has_the_errors_of_linear_regression():
    data = table(lambda a: 2 + 3 * a, [(0, 1)], rows=200, constant=0.2)
    fit = refit(LINE, data, noise=Noise.CONSTANT)
    columns = np.column_stack([np.ones(200), data.x[:, 0]])
    expected, squares, *_ = np.linalg.lstsq(columns, data.y)
    variance = squares[0] / 198
    assert np.allclose(parameters(fit.formula), expected)
    assert np.isclose(fit.sigma, np.sqrt(variance))
    assert np.allclose(fit.covariance, variance * np.linalg.inv(columns.T @ columns))


def left_out(columns, y):
    """-2 log likelihood of each row by the fit to the others, by as many fits, up to a constant."""
    squares, variances = [], []
    for k in range(len(y)):
        others = np.delete(columns, k, axis=0)
        inverse = np.linalg.inv(others.T @ others)
        variances.append(1 + columns[k] @ inverse @ columns[k])
        squares.append((columns[k] @ inverse @ others.T @ np.delete(y, k) - y[k]) ** 2)
    return len(y) * np.log(np.mean(np.divide(squares, variances))) + np.log(variances).sum()


@pytest.mark.parametrize("far", [1.0, 50.0])
def test_the_likelihood_is_that_of_each_row_by_the_fit_to_the_others(far):
    """Of rows too that are far from all others, and so decide a number alone."""
    data = table(lambda a: 2 + 3 * a, [(0, 1)], rows=30, constant=0.2)
    data.x[0] = far
    data.y[0] = 2 + 3 * far
    columns = np.column_stack([np.ones(30), data.x[:, 0]])
    line, mean = (
        refit(each, data, noise=Noise.CONSTANT).likelihood for each in (LINE, formula(term(1.0)))
    )
    expected = left_out(columns, data.y) - left_out(columns[:, :1], data.y)
    assert line - mean == pytest.approx(expected, rel=1e-6)


def test_relative_noise_is_measured_in_proportion():
    data = table(lambda a: 5 * a**2, [(1, 100)], rows=400, relative=0.03)
    fit = refit(formula(term(1.0, (0, 2))), data, noise=Noise.RELATIVE)
    assert fit.sigma == pytest.approx(0.03, rel=0.15)
    constant = refit(formula(term(1.0, (0, 2))), data, noise=Noise.CONSTANT)
    assert fit.likelihood < constant.likelihood - 20


def own_likelihood(fit, data, noise):
    """-2 log likelihood of rows whose noise follows the formula, at the best noise's size."""
    size = noise_size(fit.formula, data.x, noise=noise)
    miss = (evaluate(fit.formula, data.x) - data.y) / size
    return len(miss) * np.log(np.mean(miss**2)) + 2 * np.log(size).sum()


@pytest.mark.parametrize("noise", [Noise.VARIABLES, Noise.RELATIVE])
@pytest.mark.parametrize("seed", [55, 58, 60])
def test_a_wrong_formula_that_is_fitted_again_gets_no_worse(noise, seed):
    """Far off, the size of the noise follows the formula, and each round ends elsewhere."""
    random = np.random.default_rng(seed)
    x = 10 ** random.uniform(-1, 1, (100, 3))
    y = 1 / ((x[:, 0] - x[:, 1]) ** 2 + x[:, 2])
    data = problem(x, y + 0.1 * np.sqrt(np.mean(y**2)) * random.standard_normal(100))
    first = refit(formula(term(1.0, (0, -1), (2, -1)), term(0.1)), data, noise=noise)
    again = refit(first.formula, data, noise=noise)
    assert own_likelihood(again, data, noise) <= own_likelihood(first, data, noise) + 1e-9


def test_a_row_of_weight_two_is_a_row_written_twice():
    data = table(lambda a: 2 + 3 * a, [(0, 1)], rows=30, constant=0.2)
    twice = problem(np.vstack([data.x, data.x[:5]]), np.append(data.y, data.y[:5]))
    weighted = problem(data.x, data.y, weight=np.where(np.arange(30) < 5, 2.0, 1.0))
    fits = [refit(LINE, each, noise=Noise.CONSTANT) for each in (twice, weighted)]
    assert np.allclose(*(parameters(fit.formula) for fit in fits), rtol=1e-9)


@pytest.mark.parametrize("factor", [1e-30, 1e30])
def test_the_scale_of_the_target_shifts_no_likelihood(factor):
    data = table(lambda a: 2 + 3 * a, [(0, 1)], constant=0.1)
    scaled = problem(data.x, data.y * factor)
    fit, other = (refit(LINE, each, noise=Noise.CONSTANT) for each in (data, scaled))
    assert fit.likelihood == pytest.approx(other.likelihood, abs=1e-6)
    assert other.sigma == pytest.approx(fit.sigma * factor, rel=1e-9)


@pytest.mark.parametrize("noise", list(Noise))
@pytest.mark.parametrize("wild", [0.0, 30.0])
def test_the_likelihood_without_a_row_is_that_of_a_fit_to_the_others(noise, wild):
    data = table(lambda a: 2 + 3 * a, [(1, 2)], rows=200, relative=0.02)
    data.y[7] += wild * 0.02 * data.y[7]
    rest = np.arange(200) != 7
    others = problem(data.x[rest], data.y[rest])
    line, mean = (refit(each, data, noise=noise) for each in (LINE, formula(term(1.0))))
    known = line.likelihood_without[7] - mean.likelihood_without[7]
    fits = [refit(each, others, noise=noise) for each in (LINE, formula(term(1.0)))]
    assert known == pytest.approx(fits[0].likelihood - fits[1].likelihood, abs=1.0)


def test_exponents_that_units_tie_together_have_one_error():
    data = table(lambda a, b: 3 * (a / b) ** 0.37, [(1, 4), (1, 4)], rows=100, relative=0.01)
    lengths = Dimensions(inputs=((Fraction(1), Fraction(1)),), target=(Fraction(0),))
    law = formula(term(1.0, (0, 0.3), (1, -0.3)))
    fit = refit(law, replace(data, dimensions=lengths), noise=Noise.RELATIVE)
    _, above, below = parameters(fit.formula)
    assert above == pytest.approx(-below, rel=1e-12)
    assert fit.covariance[1, 1] == pytest.approx(fit.covariance[2, 2])
    assert fit.covariance[1, 2] == pytest.approx(-fit.covariance[1, 1])
    # The same formula with the ratio as its input has the same errors.
    ratio = replace(data, x=data.x[:, :1] / data.x[:, 1:])
    other = refit(formula(term(1.0, (0, 0.3))), ratio, noise=Noise.RELATIVE)
    assert parameters(other.formula) == pytest.approx(parameters(fit.formula)[:2], rel=1e-6)
    assert other.covariance == pytest.approx(fit.covariance[:2, :2], rel=1e-6)


def in_whole_numbers(slope, *, parts, rounded=True):
    """A line in whole numbers over whole numbers, whose errors repeat after `parts` rows."""
    x = np.arange(20 * parts, dtype=np.float64)
    y = np.round(slope * x / parts + 32)
    wave = Call("sin", formula(term(2 * np.pi * (slope % parts) / parts, (0, 1))))
    data = problem(x, y)
    return wave, replace(data, rounding=rounding(y)) if rounded else data


@pytest.mark.parametrize(("slope", "parts"), [(9, 5), (13, 7), (31, 11)])
@pytest.mark.parametrize("noise", [Noise.CONSTANT, Noise.RELATIVE])
def test_residuals_below_the_rounding_of_the_target_gain_nothing(slope, parts, noise):
    def gain(rounded):
        wave, data = in_whole_numbers(slope, parts=parts, rounded=rounded)
        lines = LINE, formula(*LINE.terms, term(0.3, (wave, 1)))
        one, other = (refit(each, data, noise=noise) for each in lines)
        assert 0.1 * one.sigma < other.sigma < 0.9 * one.sigma
        without = one.likelihood_without[60] - other.likelihood_without[60]
        assert without == pytest.approx(one.likelihood - other.likelihood, abs=8)
        return one.likelihood - other.likelihood

    assert gain(rounded=False) > 20
    assert abs(gain(rounded=True)) < 5


def test_whole_numbers_of_a_law_in_whole_numbers_were_not_rounded():
    x = np.arange(1.0, 41.0)
    y = x * (x + 1) / 2
    data = replace(problem(x, y), rounding=rounding(y))
    assert data.rounding
    half = Fraction(1, 2)
    exact = formula(term(half, (0, 2)), term(half, (0, 1)))
    near = formula(*exact.terms, term(Fraction(1, 8)))
    one, other = (refit(each, data, noise=Noise.CONSTANT) for each in (exact, near))
    assert one.likelihood < other.likelihood - 1000


@pytest.mark.filterwarnings("error")
def test_one_row_off_an_exact_formula_has_a_likelihood_without_it():
    """The rest leaves nothing, whose logarithm is that of rounding."""
    x = np.arange(1.0, 13.0)
    fit = refit(formula(term(Fraction(1), (0, 1))), problem(x, x + (x == 5)), noise=Noise.CONSTANT)
    without = fit.likelihood_without
    assert np.isfinite(without).all()
    assert without.argmin() == 4
