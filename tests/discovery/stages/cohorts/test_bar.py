from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery._noise import Noise
from nalm.discovery.problem._problem import Problem
from nalm.discovery.scoring._judge import judge
from nalm.discovery.stages.cohorts._bar import MARGIN, bar
from nalm.discovery.stages.cohorts._scaled_rows import prepare_rows
from nalm.symbolic import Power, Product, Sum, evaluate


def line(exponent):
    return Sum((Product(1.0, (Power(0, Fraction(exponent)),)),))


@pytest.fixture
def problem():
    random = np.random.default_rng(0)
    x = random.uniform(1, 5, (200, 1))
    y = 2 * x[:, 0] ** 2 * (1 + 0.01 * random.standard_normal(200))
    return Problem(x=x, y=y, weight=np.ones(200))


def height(formula, problem):
    best = judge(formula, problem, outer=problem, noises=(Noise.CONSTANT,))
    rows = prepare_rows(problem, np.eye(1), np.zeros(1))
    return bar(best, evaluate(best.fit.formula, problem.x), rows=rows)


def test_a_better_formula_raises_the_bar(problem):
    assert height(line(2), problem) < height(line(1), problem) - 10 * MARGIN


def test_the_bar_does_not_depend_on_the_scale_of_the_target(problem):
    scaled = Problem(x=problem.x, y=1e20 * problem.y, weight=problem.weight)
    assert height(line(2), scaled) == pytest.approx(height(line(2), problem), rel=1e-3)


def test_without_a_value_on_some_row_nothing_is_too_long(problem):
    best = judge(line(2), problem, outer=problem, noises=(Noise.CONSTANT,))
    rows = prepare_rows(problem, np.eye(1), np.zeros(1))
    values = np.where(np.arange(200) == 7, np.nan, problem.y)
    assert bar(best, values, rows=rows) == np.inf
