import math

import numpy as np
import pytest
import sympy

from discovery_problems import problems
from discovery_scoring import relative_error, score
from tests._tiers import sampled

LAWS = {p.id: p for name in ("feynman", "extrapolation", "strogatz") for p in problems(name)}
FORCE, MASS, GRAVITY = LAWS["II.27.18"], LAWS["I.10.7"], LAWS["I.13.12"]

REWRITTEN = [
    ("II.27.18", "epsilon*Ef*Ef"),  # ε E²
    ("II.27.18", "0.5*epsilon*(4.0*Ef**2)**1.0/2.0"),  # constants merged
    ("II.27.18", "1/(1/(epsilon*Ef**2))"),
    ("II.27.18", "exp(log(epsilon) + 2*log(Ef))"),
    ("II.27.18", "epsilon**0.99999999*Ef**2.00000001"),  # decimals that are fractions
    ("II.27.18", "epsilon*Ef**2 + 1e-7*Ef"),  # a term without effect
    ("II.27.18", "1.005*epsilon*Ef**2"),
    ("I.10.7", "m_0*c/sqrt((c - v)*(c + v))"),
    ("I.10.7", "sqrt(m_0**2/(1 - v**2/c**2))"),
    ("I.10.7", "1/sqrt(1/m_0**2 - 1.001*v**2/(c*m_0)**2)"),
    ("I.13.12", "G*m1*m2/r2 - G*m1*m2/r1"),
    ("I.13.12", "G*m1*m2*(r1 - r2)/(r1*r2)"),
    ("I.13.12", "2.0*G*(0.51*m1)*(m2*0.97)*(r1 - r2)/(r1*r2*0.9894)"),
    ("I.18.4", "(m1*r1 + m2*r2)/(m1 + m2)"),
    ("I.18.4", "(3.0*m1*r1 + 3.0*m2*r2)/(3.0*m1 + 3.0*m2)"),
    ("I.18.4", "r1 + m2*(r2 - r1)/(m1 + m2)"),
    ("I.13.4", "0.5*m*v**2 + 0.5*m*u**2 + 0.5*m*w**2"),
    ("Keijzer-14", "4/(1 + 0.5*x**2 + 0.5*y**2)"),
    ("II.11.27", "2.975*n*alpha*epsilon*Ef/(2.975 - n*alpha)"),  # some points lie beside the pole
    ("vdp1", "10*y - 3.3333*x**3 + 3.3333*x"),
]
NEAR_MISSES = [
    ("II.27.18", "epsilon*Ef**1.99"),
    ("II.27.18", "epsilon*Ef**2.0001"),
    ("II.27.18", "exp(log(epsilon) + 1.99*log(Ef))"),
    ("II.27.18", "1.02*epsilon*Ef**2"),
    ("II.27.18", "epsilon*Ef**2 + 0.02"),
    ("II.27.18", "epsilon*Ef**2*(1 + 0.001*Ef)"),
    ("II.27.18", "epsilon*Ef"),
    ("II.27.18", "1.0"),
    ("II.27.18", "sqrt(-1.0)*epsilon*Ef**2"),
    ("II.27.18", "epsilon*Ef**2 + log(-Ef)"),
    ("I.10.7", "m_0*(1 + 0.5*v**2/c**2 + 0.375*v**4/c**4)"),  # the series of the law
    ("I.10.7", "m_0/sqrt(1 - 1.02*v**2/c**2)"),
    ("I.13.12", "G*m1*m2*(1/r2 - 1/r1 + 0.001)"),
    ("I.18.4", "(1.02*m1*r1 + m2*r2)/(m1 + m2)"),
    ("II.11.27", "2.96*n*alpha*epsilon*Ef/(2.96 - n*alpha)"),
    ("Keijzer-14", "8/(2.05 + x**2 + y**2)"),
]


@pytest.mark.parametrize(("name", "formula"), REWRITTEN)
def test_the_law_is_recognised_however_it_is_written(name, formula):
    found = score(LAWS[name], formula, seed=0, noise=0)
    assert found.strict and found.r2 > 0.9999, found


@pytest.mark.parametrize(("name", "formula"), NEAR_MISSES)
def test_a_near_miss_is_rejected(name, formula):
    assert not score(LAWS[name], formula, seed=0, noise=0).strict


@pytest.mark.parametrize("problem", sampled(LAWS))
def test_every_law_is_itself(problem):
    decimal = str(sympy.expand(problem.expression.evalf()))
    found = score(problem, decimal, seed=0, noise=0)
    assert found.strict and found.constants < 1e-6 and found.r2 == pytest.approx(1)


@pytest.mark.parametrize("problem", sampled(LAWS))
def test_no_law_is_confused_with_one_of_another_exponent(problem):
    x = next(iter(sorted(problem.expression.free_symbols, key=str)))
    assert not score(problem, f"({problem.formula})*{x}**0.01", seed=0, noise=0).strict


def test_constants_may_be_further_off_under_noise_and_extrapolation_may_not():
    inner = "m_0/sqrt(1 - 1.02*v**2/c**2)"
    exact, noisy = (score(MASS, inner, seed=0, noise=noise) for noise in (0.0, 0.01))
    assert exact.constants == pytest.approx(0.02, rel=0.1)
    assert not exact.strict and noisy.strict
    assert not score(FORCE, "1.02*epsilon*Ef**2", seed=0, noise=0.01).strict


def test_the_distance_of_the_constants_is_measured():
    assert score(FORCE, "1.004*epsilon*Ef**2", seed=0, noise=0).constants == pytest.approx(
        0.004, rel=0.01
    )
    assert score(FORCE, "epsilon*Ef**3", seed=0, noise=0).constants == math.inf


def test_a_formula_without_values_outside_does_not_extrapolate():
    found = score(FORCE, "epsilon*Ef**2*sqrt(abs(5.0 - Ef))/sqrt(5.0 - Ef)", seed=0, noise=0)
    assert found.r2 == pytest.approx(1) and found.extrapolation_error == math.inf
    assert not found.strict


def test_the_relative_error_is_a_median():
    y = np.array([1.0, 2.0, 4.0, 0.0])
    assert relative_error(np.array([1.1, 2.2, 4.4, 0.0]), y) == pytest.approx(0.1)
    assert relative_error(np.array([1.0, np.nan, np.nan, np.nan]), y) == math.inf


def test_a_law_with_an_error_function_is_found():
    law = next(each for each in problems("sciences") if each.id == "semi-infinite body")
    right = score(law, "100.1 - 80.2*erf(1.443*x/sqrt(t))", seed=0, noise=0.01)
    assert right.strict
    assert right.r2 > 0.999
    assert not score(law, "100.1 - 80.2*erf(1.443*x/t)", seed=0, noise=0.01).strict
