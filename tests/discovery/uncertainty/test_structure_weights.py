import dataclasses
from fractions import Fraction

import numpy as np
import pytest
from scipy.integrate import dblquad

from nalm.discovery import Discovery, Reason, ReasonKind, Verdict, structure_weights
from nalm.discovery.uncertainty._structure_weights import log_evidence
from nalm.errors import InvalidValueError
from nalm.symbolic import Power, Product, Sum
from tests.discovery._measured import (
    EXACT_POWER,
    LINE,
    POWER,
    USUAL,
    candidate,
    line_data,
    measured,
    power_data,
    problem,
)

BENT = Sum((Product(2.0, (Power(0, 1.5),)), Product(0.01, (Power(0, 0.5),))))


def discovery(*candidates):
    return Discovery(
        candidates=candidates,
        chosen=0,
        verdict=Verdict.UNDECIDED,
        reason=Reason(ReasonKind.RIVAL, {"odds": 3.0}),
        inner_rows=(),
        outer_rows=(),
        complete=True,
        seconds=0.0,
    )


def test_the_law_wins_over_simpler_and_longer_formulas():
    it = discovery(candidate(LINE), candidate(EXACT_POWER), candidate(POWER), candidate(BENT))
    found = structure_weights(it, power_data())
    assert found.sum() == pytest.approx(1)
    assert found.argmax() == 1
    assert (np.diff(found[1:]) < 0).all()
    assert found[0] < 1e-9


@pytest.mark.parametrize("noise", USUAL)
def test_the_noise_model_is_judged_too(noise):
    cubic = Sum((Product(2.0, (Power(0, Fraction(3)),)), Product(-2.0, (Power(0, Fraction(1)),))))
    it = discovery(*(candidate(cubic, each) for each in USUAL))
    random = np.random.default_rng(0)
    x = random.uniform(-3, 3, 60)
    data = measured(x, 2 * (x**3 - x), noise=noise, sigma=0.03, random=random)
    found = structure_weights(it, data)
    assert found[USUAL.index(noise)] > 0.99


@pytest.mark.parametrize(("x", "y"), [(1e12, 1.0), (1e-12, 1e-30), (1.0, 1e30)])
def test_units_do_not_matter(x, y):
    data = power_data()
    scaled = dataclasses.replace(data, x=data.x * x, y=data.y * y)

    def pair(c):
        power = POWER.terms[0].powers
        exact = EXACT_POWER.terms[0].powers
        return discovery(*(candidate(Sum((Product(c, each),))) for each in (power, exact)))

    found = structure_weights(pair(2.0 * y / x**1.5), scaled)
    np.testing.assert_allclose(found, structure_weights(pair(2.0), data), rtol=1e-5)


def test_the_evidence_is_the_integral():
    data = line_data(rows=30)
    slope = Sum((Product(2.0, (Power(0, Fraction(1)),)),))
    rms = np.sqrt((data.y**2).mean())

    def integral(columns, scales):
        design = np.column_stack(columns)
        best, squares = np.linalg.lstsq(design, data.y, rcond=None)[:2]
        sd = np.sqrt(squares[0] / 28 * np.diag(np.linalg.inv(design.T @ design)))

        def integrand(*theta):
            u = ((data.y - design @ np.array(theta)) ** 2).sum()
            prior = np.prod(
                [1 / (np.pi * s * (1 + (t / s) ** 2)) for t, s in zip(theta, scales, strict=False)]
            )
            return (u / squares[0]) ** (-15) * prior

        (a, b), (c, d) = (best[0] + np.array([-9, 9]) * sd[0], (0, 1))
        if len(best) == 2:
            c, d = best[1] + np.array([-9, 9]) * sd[1]
            value = dblquad(lambda t1, t0: integrand(t0, t1), a, b, c, d, epsabs=0, epsrel=1e-6)[0]
        else:
            value = dblquad(lambda _, t0: integrand(t0), a, b, c, d, epsabs=0, epsrel=1e-6)[0]
        return np.log(value) - 15 * np.log(squares[0])

    x = data.x[:, 0]
    scale = rms / np.sqrt((x**2).mean())
    expected = integral([np.ones(30), x], [rms, scale]) - integral([x], [scale])
    found = log_evidence(candidate(LINE), data) - log_evidence(candidate(slope), data)
    assert found == pytest.approx(expected, abs=0.05)


def test_bic_is_read_from_the_candidates():
    it = discovery(candidate(LINE, bic=10.0), candidate(POWER, bic=12.0))
    found = structure_weights(it, power_data(), method="bic")
    np.testing.assert_allclose(found, np.array([np.e, 1]) / (1 + np.e))


def test_beliefs_before_the_data_count():
    it, data = discovery(candidate(POWER), candidate(EXACT_POWER)), power_data()
    equal = structure_weights(it, data)
    found = structure_weights(it, data, prior=np.array([3.0, 1.0]))
    assert found[0] / found[1] == pytest.approx(3 * equal[0] / equal[1])


def test_a_candidate_that_the_data_cannot_determine_has_no_weight():
    data = problem([1, 2, 3], [2, 5.7, 10.4])
    it = discovery(candidate(BENT), candidate(EXACT_POWER))
    assert structure_weights(it, data).tolist() == [0, 1]
    with pytest.raises(InvalidValueError, match="at least one candidate should"):
        structure_weights(discovery(candidate(BENT)), data)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"method": "aic"}, "method should be 'laplace' or 'bic', found 'aic'"),
        ({"prior": np.ones(3)}, "prior should be a positive number for each of 1 candidates"),
        ({"prior": np.zeros(1)}, "prior should be a positive number for each of 1 candidates"),
    ],
)
def test_impossible_arguments_are_refused(arguments, message):
    with pytest.raises(InvalidValueError, match=message):
        structure_weights(discovery(candidate(LINE)), line_data(), **arguments)
