"""Formulas, data and candidates for tests of what the data say about a formula."""

from fractions import Fraction

import numpy as np

from nalm.discovery import Candidate, Noise, Problem
from nalm.symbolic import Power, Product, Sum

LINE = Sum((Product(1.0), Product(2.0, (Power(0, Fraction(1)),))))
POWER = Sum((Product(2.0, (Power(0, 1.5),)),))
EXACT_POWER = Sum((Product(2.0, (Power(0, Fraction(3, 2)),)),))
ROOT = Sum(
    (
        Product(
            2.0,
            (Power(Sum((Product(Fraction(1), (Power(0, Fraction(1)),)), Product(-0.9))), 0.5),),
        ),
    )
)
# Every kind of number in every place: 3 x0^1.2 (1 + 0.5 x1^2 x0^0.7)^-0.8 / x2^2 + x2 - 0.25
NESTED = Sum(
    (
        Product(
            3.0,
            (
                Power(0, 1.2),
                Power(
                    Sum(
                        (
                            Product(Fraction(1)),
                            Product(0.5, (Power(1, Fraction(2)), Power(0, 0.7))),
                        )
                    ),
                    -0.8,
                ),
                Power(2, Fraction(-2)),
            ),
        ),
        Product(Fraction(1), (Power(2, Fraction(1)),)),
        Product(-0.25),
    )
)


def candidate(formula, noise=Noise.CONSTANT, bic=0.0):
    return Candidate(
        formula=formula,
        complexity=1,
        loss=0.0,
        r2=1.0,
        extrapolation_error=0.0,
        bic=bic,
        noise=noise,
        sigma=1.0,
        covariance=np.eye(1),
        hits=1,
        restarts=1,
    )


def problem(x, y, weight=None):
    x = np.reshape(np.asarray(x, dtype=float), (len(y), -1))
    return Problem(
        x=x, y=np.asarray(y, dtype=float), weight=np.ones(len(y)) if weight is None else weight
    )


def line_data(rows=12, seed=0, sigma=0.7):
    random = np.random.default_rng(seed)
    x = random.uniform(-2, 3, rows)
    return problem(x, 1 + 2 * x + sigma * random.standard_normal(rows))


def power_data(rows=60, seed=0, noise=Noise.CONSTANT, sigma=0.1):
    random = np.random.default_rng(seed)
    x = random.uniform(0.5, 5, rows)
    return measured(x, 2 * x**1.5, noise=noise, sigma=sigma, random=random)


def measured(x, law, *, noise, sigma, random):
    """Disturb the values of a law, and with errors in all variables its inputs too."""
    error = sigma * random.standard_normal(np.shape(law))
    if noise is Noise.VARIABLES:
        x = x * (1 + sigma * random.standard_normal(np.shape(x)))
    return problem(x, law + error if noise is Noise.CONSTANT else law * (1 + error))


USUAL = (Noise.CONSTANT, Noise.RELATIVE, Noise.VARIABLES)
"""Noise models that take nothing from a table."""
