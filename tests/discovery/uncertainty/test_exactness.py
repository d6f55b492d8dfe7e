from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery import Prior, exact_probability, laplace_posterior, posterior, released
from nalm.discovery.uncertainty._structure_weights import log_evidence
from nalm.errors import InvalidValueError, UnknownNameError
from nalm.symbolic import Power, Product, Sum
from tests._tiers import kept
from tests.discovery._measured import EXACT_POWER, POWER, candidate, power_data, problem


def test_a_freed_exponent_has_a_posterior():
    data = power_data()
    found = posterior(released(candidate(EXACT_POWER), data), data)
    assert found.names == ("c1", "p1[x0]")
    np.testing.assert_allclose(found.mean, posterior(candidate(POWER), data).mean, rtol=1e-6)


def test_exponents_of_bases_that_change_sign_stay_exact():
    random = np.random.default_rng(0)
    x = np.c_[random.uniform(-1, 1, 20), random.uniform(1, 2, 20)]
    half = Fraction(1, 2)
    inner = Sum(
        (Product(Fraction(1)), Product(half, (Power(0, Fraction(1)), Power(1, Fraction(2)))))
    )
    formula = Sum((Product(Fraction(3), (Power(0, Fraction(2)), Power(inner, half))),))
    found = released(candidate(formula), problem(x, np.ones(20))).formula
    inside = Sum((Product(Fraction(1)), Product(half, (Power(0, Fraction(1)), Power(1, 2.0)))))
    change = not (1 + 0.5 * x[:, 0] * x[:, 1] ** 2 > 0).all()
    exponent = half if change else 0.5
    assert found == Sum((Product(3.0, (Power(0, Fraction(2)), Power(inside, exponent))),))


def test_the_true_exponent_is_probable_and_others_are_not():
    data = power_data()
    found = posterior(candidate(POWER), data)
    assert exact_probability(found, "p1[x0]", value=Fraction(3, 2)) > 0.9
    assert exact_probability(found, "p1[x0]", value=1.4) < 1e-6
    assert exact_probability(found, "p1[x0]", value=Fraction(2)) == 0


@pytest.mark.parametrize("prior", kept(Prior, Prior.FLAT))
@pytest.mark.parametrize("method", ["laplace", "sampling"])
def test_is_the_ratio_of_the_evidences(prior, method):
    data = power_data()
    ratio = log_evidence(candidate(EXACT_POWER), data) - log_evidence(candidate(POWER), data)
    if method == "laplace":
        it = laplace_posterior(candidate(POWER), data, prior=prior)
    else:
        it = posterior(candidate(POWER), data, method=method)
    found = exact_probability(it, "p1[x0]", value=1.5)
    assert np.log(found / (1 - found)) == pytest.approx(ratio, abs=0.15)


def test_belief_before_the_data_counts():
    it = posterior(candidate(POWER), power_data())
    even, low = (exact_probability(it, "p1[x0]", value=1.5, prior=p) for p in (0.5, 0.1))
    assert low / (1 - low) == pytest.approx(even / (1 - even) / 9)


def test_impossible_arguments_are_refused():
    it = posterior(candidate(POWER), power_data())
    with pytest.raises(InvalidValueError, match="name should be an exponent, found the coeff"):
        exact_probability(it, "c1", value=2)
    with pytest.raises(InvalidValueError, match="prior should be between 0 and 1, found 1"):
        exact_probability(it, "p1[x0]", value=1.5, prior=1)
    with pytest.raises(UnknownNameError, match="Numbers that are exact have no posterior"):
        exact_probability(it, "p2[x0]", value=1.5)
