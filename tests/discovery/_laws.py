"""Tables made from laws, and short ways to write formulas."""

from fractions import Fraction

import numpy as np

from nalm.discovery import Noise, Problem
from nalm.discovery._budget import Limits
from nalm.discovery.scoring._judge import judge
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.discovery.stages.products._binomials import dictionary
from nalm.discovery.stages.products._working_response import working_response
from nalm.discovery.verdict._case import Case
from nalm.symbolic import Power, Product, Sum, evaluate


def problem(x, y, *, weight=None, dimensions=None):
    x = np.atleast_2d(np.asarray(x, dtype=np.float64).T).T
    y = np.asarray(y, dtype=np.float64)
    weight = np.ones(len(y)) if weight is None else np.asarray(weight, dtype=np.float64)
    return Problem(x=x, y=y, weight=weight, dimensions=dimensions)


def table(law, ranges, *, rows=60, relative=0.0, constant=0.0, seed=0):
    """Draw inputs evenly from ranges; noise in proportion to y, or in units of its spread."""
    random = np.random.default_rng(seed)
    low, high = np.array(ranges, dtype=np.float64).T
    x = random.uniform(low, high, (rows, len(ranges)))
    y = law(*x.T)
    y = y * (1 + relative * random.standard_normal(rows))
    return problem(x, y + constant * np.std(y) * random.standard_normal(rows))


def split(data, share=0.8):
    """Inner rows, and the outer ones: those with the largest first input."""
    order = np.argsort(data.x[:, 0])
    inner, outer = np.split(order, [int(share * len(order))])
    return tuple(problem(data.x[k], data.y[k], weight=data.weight[k]) for k in (inner, outer))


def term(coefficient, *powers):
    """Write c Π bᵖ; integers are exact exponents, and exact coefficients are Fractions."""
    return Product(
        coefficient,
        tuple(Power(b, p if isinstance(p, float) else Fraction(p)) for b, p in powers),
    )


def formula(*terms):
    return Sum(tuple(terms))


def tried(candidate, data, noise=Noise.CONSTANT, *, share=0.8):
    """Judge a formula on the inner and outer rows of a table."""
    inner, outer = split(data, share)
    return judge(candidate, inner, outer=outer, noises=(noise,))


def case_of(candidate, data, *, complete=True):
    """Return what a verdict on a formula without rivals is about."""
    inner, outer = split(data)
    return Case(
        chosen=tried(candidate, data),
        others=[],
        inner=inner,
        outer=outer,
        complete=complete,
        rules=VERDICT_RULES,
    )


def near(shape, data, values):
    """Yield formulas of a shape, sought near values that nearly fit the data."""
    with np.errstate(all="ignore"):
        response = working_response(data, values)
    if response is None:
        return iter(())
    binomials = dictionary(response.logs, response.negative)
    return shape(data, response, binomials=binomials, limits=Limits(largest=6.0))


def missed(candidate, law, ranges):
    """Median relative error of a formula, a fifth farther out."""
    beyond = table(law, [(low, 1.2 * high) for low, high in ranges], rows=300, seed=5)
    with np.errstate(all="ignore"):
        return np.median(np.abs(evaluate(candidate, beyond.x) / beyond.y - 1))


def alike():
    """Three inputs, of which two are powers of each other but for a hundred-thousandth."""
    random = np.random.default_rng(0)
    a, c = random.uniform(1, 9, (2, 150))
    b = a**2 * np.exp(1e-5 * random.standard_normal(150))
    return problem(np.column_stack([a, b, c]), a**-182 * b**91 * (1 + c))
