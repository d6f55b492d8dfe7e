"""Trajectories of known equations, which the tests of dynamics share."""

from fractions import Fraction
from functools import cache

import numpy as np
from scipy.integrate import solve_ivp

from nalm.discovery import Candidate, Discovery, Noise, Reason, ReasonKind, Verdict
from nalm.symbolic import Power, Product, Sum, complexity, evaluate, parameters

ONE = Fraction(1)


def term(coefficient, *powers):
    """c x₀^p₀ …, from pairs (base, exponent)."""
    return Product(coefficient, tuple(Power(*power) for power in powers))


PREY = Sum((term(1.5, (0, ONE)), term(-1.0, (0, ONE), (1, ONE))))
PREDATOR = Sum((term(1.0, (0, ONE), (1, ONE)), term(-3.0, (1, ONE))))
DECAY = Sum((term(-0.5, (0, ONE)),))
ROOT = Sum((term(-0.5, (0, 0.5)),))
INFECTION = term(0.06, (0, 0.5), (1, 0.5))
SUSCEPTIBLE = Sum((term(-0.06, (0, 0.5), (1, 0.5)),))
INFECTED = Sum((INFECTION, term(-0.05, (1, ONE))))


def solve(formulas, t, start):
    """The solution of some right-hand sides at increasing times `(times, states)`."""

    def rates(_, x):
        return [float(evaluate(formula, x[None, :])[0]) for formula in formulas]

    solution = solve_ivp(
        rates, (t[0], t[-1]), start, method="DOP853", t_eval=t, rtol=1e-11, atol=1e-12
    )
    return solution.y.T


def noisy(states, share, seed=0):
    """Add noise of a share of each state's spread."""
    random = np.random.default_rng(seed)
    return states + share * states.std(axis=0) * random.standard_normal(states.shape)


@cache
def _lotka_volterra(rows):
    return solve([PREY, PREDATOR], np.linspace(0, 6, rows), [2.0, 1.0])


def lotka_volterra(rows=120, share=0.0, seed=0):
    return np.linspace(0, 6, rows), noisy(_lotka_volterra(rows), share, seed)


def found(formulas):
    """What a search would return for these candidates, the first being chosen."""
    candidates = tuple(
        Candidate(
            formula=formula, complexity=complexity(formula), loss=1.0, r2=0.5,
            extrapolation_error=0.1, bic=float(i), noise=Noise.CONSTANT, sigma=1.0,
            covariance=np.eye(len(parameters(formula))), hits=1, restarts=1,
        )
        for i, formula in enumerate(formulas)
    )  # fmt: skip
    return Discovery(
        candidates=candidates, chosen=0, verdict=Verdict.UNDECIDED,
        reason=Reason(ReasonKind.RIVAL, {"odds": 3.0}), inner_rows=(), outer_rows=(),
        complete=True, seconds=0.0,
    )  # fmt: skip
