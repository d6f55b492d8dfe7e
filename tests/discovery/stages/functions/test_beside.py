from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery._budget import Limits
from nalm.discovery.stages.functions._beside import products_beside
from nalm.symbolic import Call, Power, evaluate
from tests.discovery._laws import formula, problem, table, term

LIMITS = Limits(largest=6.0)
SINE = (Power(Call("sin", formula(term(0.7, (2, 1)))), Fraction(1)),)
RANGES = [(1, 3), (1, 3), (0.5, 3)]


def law(a, b, c):
    return -2.5 * a**2 / b * np.sin(0.7 * c)


@pytest.mark.parametrize("constant", [0.0, 0.01])
def test_the_rest_of_a_law_is_found_beside_its_factor(constant):
    data = table(law, RANGES, constant=constant, rows=200)
    found = list(products_beside(SINE, data, limits=LIMITS))
    exponents = [{w.base: w.exponent for w in each.terms[0].powers} for each in found]
    place = exponents.index({0: 2, 1: -1, SINE[0].base: 1})
    assert evaluate(found[place], data.x) == pytest.approx(law(*data.x.T), rel=0.02)


def test_the_factor_is_in_all_of_them():
    for each in products_beside(SINE, table(law, RANGES, constant=0.1), limits=LIMITS):
        assert [t.powers[-1:] for t in each.terms] == [SINE]


def test_rows_on_which_the_factor_is_small_count_little():
    """Where the sine is nearly 0, y is noise: there y / sin is anything."""
    data = table(law, [(1, 3), (1, 3), (4.48, 4.6)], rows=200)
    y = data.y + 0.01 * np.random.default_rng(0).standard_normal(200)
    found = list(products_beside(SINE, problem(data.x, y), limits=LIMITS))
    assert any({0: 2, 1: -1}.items() <= {w.base: w.exponent for w in f.terms[0].powers}.items()
               for f in found)  # fmt: skip


@pytest.mark.parametrize(
    "argument", [term(1e-300, (0, 1)), term(-1.0, (0, 1)), term(400.0, (0, 1))]
)
def test_a_factor_without_usable_values_has_nothing_beside(argument):
    factor = (Power(Call("log", formula(argument)), Fraction(-60)),)
    if argument.coefficient > 0:
        factor = (Power(Call("exp", formula(argument)), Fraction(2)),)
    found = list(products_beside(factor, table(law, RANGES), limits=LIMITS))
    assert all(np.isfinite(evaluate(each, np.ones((1, 3)))).all() for each in found) or not found
    if argument.coefficient != 1e-300:
        assert not found
