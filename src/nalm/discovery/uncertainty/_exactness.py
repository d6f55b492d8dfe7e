"""Whether an exponent is a given rational number."""

import dataclasses
import math
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.problem._problem import Problem
from nalm.discovery.result._candidate import Candidate
from nalm.discovery.uncertainty._density import Prior
from nalm.discovery.uncertainty._posterior_result import Posterior
from nalm.errors import InvalidValueError
from nalm.symbolic import Base, Power, Product, Sum, as_formula, evaluate, with_sum


def released(candidate: Candidate, problem: Problem) -> Candidate:
    """Free the exact exponents of a candidate, to measure how far the data determine them.

    An exponent is freed where its base is positive at every row: elsewhere a neighbouring exponent
    has no value. So are the coefficients of the terms outside, not those within a sum that is
    raised, in which one has to stay exact. The candidate's other numbers (loss, bic, …) remain
    those of its own formula.

    Args:
        candidate: With exact exponents.
        problem: The data.

    Returns:
        A candidate to give to `posterior`.

    Example:
        >>> from nalm.discovery import Problem, SearchOptions, posterior, released, search
        >>> x = np.linspace(1, 5, 40)[:, None]
        >>> y = 3 * x[:, 0] + 0.01 * np.cos(50 * x[:, 0])
        >>> problem = Problem(x=x, y=y, weight=np.ones(40))
        >>> found = search(problem, SearchOptions(starts=2, max_terms=1))
        >>> freed = released(found.candidates[found.chosen], problem)
        >>> any("x0" in name for name in posterior(freed, problem).names)
        True
    """
    terms = tuple(
        Product(float(term.coefficient), _freed(term.powers, problem.x))
        for term in candidate.formula.terms
    )
    return dataclasses.replace(candidate, formula=Sum(terms))


def exact_probability(
    posterior: Posterior, name: str, *, value: Fraction | float, prior: float = 0.5
) -> float:
    r"""Return the probability that an exponent is exactly a given number, rather than free.

    The Savage-Dickey ratio compares how plausible the number is after and before the data:

    $$B = \frac{p(p = v \mid y)}{p(p = v)}, \qquad
    P = \frac{\pi B}{\pi B + 1 - \pi}$$

    A free exponent is Cauchy(0, 1) before the data, whatever the prior of the posterior: flat draws
    are weighed by it.

    Args:
        posterior: With the exponent free (see `released`); the density at the number comes from
            its draws, smoothed.
        name: Of the exponent.
        value: The number v.
        prior: Probability π, in (0, 1), that the exponent is this number, before the data.

    Returns:
        P; close to 0 where no draw is near the number.

    Raises:
        InvalidValueError: The parameter is no exponent, or an argument is out of range.
        UnknownNameError: There is no such parameter.

    References:
        Dickey, *The weighted likelihood ratio, linear hypotheses on normal location parameters*,
        1971; Verdinelli and Wasserman, *Computing Bayes factors using a generalization of the
        Savage-Dickey density ratio*, 1995.
    """
    column = posterior.index(name)
    if not posterior.exponent[column]:
        raise InvalidValueError(
            f"name should be an exponent, found the coefficient {name!r}: what it is exactly "
            "depends on the units of measurement"
        )
    if not 0 < prior < 1:
        raise InvalidValueError(f"prior should be between 0 and 1, found {prior}: 0.5 is neutral")
    draws = posterior.draws[:, column]
    after = _density_at(draws, float(value))
    # Of p(v | y) / p(v) the Cauchy density at v cancels where the draws are flat.
    # With the density c: p(v | y) = p_flat(v | y) c(v) / (mean of c over the flat draws).
    flat = posterior.prior is Prior.FLAT
    before = float(_cauchy(draws).mean()) if flat else float(_cauchy(np.array(float(value))))
    factor = after / before
    return prior * factor / (prior * factor + 1 - prior)


def _freed(powers: tuple[Power, ...], x: FloatArray) -> tuple[Power, ...]:
    free: list[Power] = []
    for power in powers:
        base, positive = power.base, _positive(power.base, x)
        # The inner coefficients stay: a common factor of all of them is the same as another outer
        # coefficient, so freeing all would leave a direction undetermined.
        base = with_sum(
            base,
            lambda inner: Sum(
                tuple(Product(t.coefficient, _freed(t.powers, x)) for t in inner.terms)
            ),
        )
        free.append(Power(base, float(power.exponent) if positive else power.exponent))
    return tuple(free)


def _positive(base: Base, x: FloatArray) -> bool:
    return bool((evaluate(as_formula(base), x) > 0).all())


def _density_at(draws: FloatArray, value: float) -> float:
    """Smooth draws by normal kernels of Silverman's width (1986, equation 3.31)."""
    quarter, three = np.quantile(draws, (0.25, 0.75))
    # The smaller of two estimates of the spread, lest heavy tails or two peaks be smeared out. 1.34
    # is the interquartile range of a standard normal distribution.
    spread = min(float(draws.std(ddof=1)), float(three - quarter) / 1.34)
    if spread == 0:
        return 0.0
    width = 0.9 * spread * len(draws) ** -0.2
    kernels = np.exp(-(((draws - value) / width) ** 2) / 2)
    return float(kernels.mean()) / (width * math.sqrt(2 * math.pi))


def _cauchy(exponent: FloatArray) -> FloatArray:
    return 1 / (math.pi * (1 + exponent**2))
