from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.stages.curves._separation import CURVES, TOLD, separated
from nalm.discovery.stages.curves._shapes import SHAPES, SIMPLE
from nalm.symbolic import evaluate
from tests._tiers import sampled
from tests.discovery._laws import table

MAY = Limits(largest=6.0, budget=Budget())
LAWS = {
    "substrate and inhibitor": (lambda s, p: 0.9 * s / (0.5 + s) * np.exp(-p / 4), (0.1, 6)),
    "substrate and temperature": (
        lambda s, t: s / (0.5 + s) * np.exp(-3 / (t + 1)) * 7,
        (0.1, 6),
    ),
    "saturation times input": (lambda n, p: -3.4 * n * (1 - np.exp(-0.8 * p)), (0.1, 5)),
    "line and sine": (lambda x, y: x + np.sin(2 * y), (0, 6)),
    "three": (lambda x, y, z: x**1.5 * np.exp(-0.3 * y) * np.cosh(0.2 * z), (0.5, 5)),
}


def found(data, limits=MAY):
    return list(separated(data, (*SIMPLE, *SHAPES), limits=limits))


def missed(formula, data):
    with np.errstate(all="ignore"):
        error = np.square(evaluate(formula, data.x) - data.y).mean() / np.var(data.y)
    return float(np.nan_to_num(error, nan=np.inf))


@pytest.mark.thorough
@pytest.mark.parametrize("named", sampled(LAWS))
def test_a_law_is_begun_near_its_numbers(named):
    law, between = named
    data = table(law, [between] * law.__code__.co_argcount, rows=200)
    formulas = found(data)
    assert formulas
    assert min(missed(each, data) for each in formulas) < 1e-3


@pytest.mark.thorough
def test_curves_are_fitted_again_beside_the_curves():
    """A polynomial does not follow s/(0.5 + s) near 0, which bends what is left for p."""
    law, between = LAWS["substrate and inhibitor"]
    data = table(law, [between] * 2, rows=300)
    data = replace(data, y=data.y + 0.004 * np.random.default_rng(0).normal(size=300))
    assert missed(found(data)[0], data) < 1.5 * 0.004**2 / np.var(data.y)


@pytest.mark.thorough
def test_few_targets_of_the_other_sign_are_left_out():
    law, between = LAWS["saturation times input"]
    data = table(law, [between] * 2, rows=200)
    turned = replace(data, y=np.where(np.arange(200) < 10, 1e-3, data.y))
    assert min(missed(each, data) for each in found(turned)) < 1e-3


def test_what_is_neither_product_nor_sum_of_curves_is_left_alone():
    assert not found(table(lambda a, b: np.sin(3 * a * b), [(0, 3)] * 2, rows=200))


def test_few_rows_and_constant_inputs_are_left_alone():
    assert not found(table(lambda a, b: a * np.exp(b), [(1, 2)] * 2, rows=9))
    data = table(lambda a, b: a * np.exp(b), [(1, 2)] * 2, rows=90)
    assert not found(replace(data, x=np.column_stack([data.x[:, 0], np.ones(90)])))


@pytest.mark.thorough
def test_not_all_combinations_are_told():
    law, between = LAWS["three"]
    data = table(law, [between] * 3, rows=200)
    assert CURVES**3 > TOLD >= len(found(data))


def test_it_ends_with_its_time():
    data = table(LAWS["line and sine"][0], [(0, 6)] * 2, rows=90)
    with pytest.raises(TimeIsUpError):
        found(data, Limits(largest=6.0, budget=Budget.start(0.0)))
