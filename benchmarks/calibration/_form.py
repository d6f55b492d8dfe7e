"""Is a formula of the form of a law?"""

import numpy as np

from discovery_problems import Uniform
from discovery_scoring import AGREEMENT, agrees
from nalm.discovery.problem._problem import Problem
from nalm.discovery.scoring._marquardt import least_squares
from nalm.symbolic import Call, Fold, Power, Product, Sum, evaluate, parameters

POINTS = 200  # of the law, inside and again outside its ranges
CHANGED = 10.0  # factor by which no number may change: else its term vanishes, or its curve bends
NEAR_ZERO = 1e-3  # of the median of |y|, below which errors are not asked to be smaller


def is_of_form(formula: Sum, law: Uniform) -> bool:
    """Say whether some values of its numbers turn a formula into the law.

    Coefficients are free, also those that were read as exact, and so are measured exponents; exact
    exponents stay. They are fitted to noise-free values, inside the ranges and outside. The formula
    is of the law's form if it then has these values, and none of its numbers went to nothing: a
    term that the law does not have is an error of form, however small it is.
    """
    rows = law.sample(POINTS, 3_000_000), law.sample_outer(POINTS, 3_000_000)
    x, y = (np.concatenate(both) for both in zip(*rows, strict=True))
    free = _FREE(formula)
    size = np.abs(y) + NEAR_ZERO * np.median(np.abs(y))
    with np.errstate(all="ignore"):
        if not np.isfinite(evaluate(free, x)).all():
            return False
        problem = Problem(x=x, y=y, weight=np.ones(len(y)))
        fitted = least_squares(free, problem, factor=1 / size)
        close = agrees(evaluate(fitted, x) - y, size, AGREEMENT)
        change = np.abs(np.log(np.abs(parameters(fitted) / parameters(free))))
        return bool(close and (change < np.log(CHANGED)).all())


_FREE = Fold(
    number=lambda number: number,
    input=lambda index: index,
    power=Power,
    product=lambda coefficient, powers: Product(float(coefficient), tuple(powers)),
    sum=lambda terms: Sum(tuple(terms)),
    call=Call,
)
