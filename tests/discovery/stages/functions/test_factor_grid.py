from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.functions import _factor_grid
from nalm.discovery.stages.functions._factor_grid import EXACT, FactorGrid, remembering
from nalm.discovery.stages.functions._families import of_functions
from nalm.symbolic import find_function

ALL = of_functions(("exp", "log", "sin", "cos", "tanh", "erf"))
ARGUMENT = Argument(exponents=(1.0, -0.5))
VALUES = np.linspace(0.3, 2.9, 50)


def grid(values=VALUES, families=ALL, argument=ARGUMENT):
    with np.errstate(all="ignore"):
        return FactorGrid.of(argument, values, families=families)


@pytest.mark.parametrize("function", ["sin", "cos", "tanh", "arctan"])
def test_a_column_is_the_logarithm_of_the_function(function):
    families = of_functions((function,))
    family = next(each for each in families if function in each.needs)
    made = grid(families=families)
    part = dict(made.parts)[family]
    values = find_function(function).value(np.outer(VALUES, made.b[part]))
    np.testing.assert_allclose(made.columns[:, part], np.log(np.abs(values)), atol=1e-12)
    assert made.usable[part].all()


def test_every_column_belongs_to_one_family():
    made = grid()
    places = [place for _, part in made.parts for place in range(part.start, part.stop)]
    assert places == list(range(made.columns.shape[1])) == list(range(len(made.b)))


def test_numbers_that_are_not_measured_are_exact():
    made = grid()
    assert set(np.abs(made.b[~made.measured])) == set(EXACT)
    far = grid(values=1e3 * VALUES)
    assert far.measured.all()  # 1 would be no likely number there


def test_a_function_without_a_value_on_some_row_is_not_used():
    made = grid(values=np.linspace(-1.0, 1.0, 50), families=of_functions(("log",)))
    plain, one_more = (part for family, part in made.parts if family.needs)  # log u, log (1 + u)
    assert not made.usable[plain].any()
    assert made.usable[one_more].any()
    assert np.isfinite(made.columns).all()


def test_families_of_differences_are_tried_along_differences_alone():
    single, pair = (
        grid(),
        grid(argument=Argument(exponents=(0.0, 0.0), added=(((1.0, 0.0), 1), ((0.0, 1.0), -1)))),
    )
    assert not any(family.differences for family, _ in single.parts)
    assert any(family.differences for family, _ in pair.parts)


def test_a_factor_is_that_of_its_column():
    made = grid()
    family, part = made.parts[-1]
    factor = made.factor(family, part.start, power=2.0, growing=False, score=1.0)
    assert (factor.b, factor.measured) == (made.b[part.start], made.measured[part.start])
    assert (factor.family, factor.power, factor.score) == (family, 2.0, 1.0)


def test_a_logarithm_is_tried_with_far_larger_numbers():
    """log(b x) bends wherever it is: log(33 x) is no log x."""
    made = grid()
    largest = [
        np.abs(made.b[k]).max() * np.median(VALUES) for f, k in made.parts if f.needs == ("log",)
    ]
    others = [
        np.abs(made.b[k]).max() * np.median(VALUES) for f, k in made.parts if f.needs == ("exp",)
    ]
    assert max(largest) > 1e3 > 10 > max(others)


def test_a_table_is_made_once_of_each_of_the_first_arguments(monkeypatch):
    monkeypatch.setattr(_factor_grid, "REMEMBERED", 2)
    of = remembering()
    arguments = [replace(ARGUMENT, exponents=(1.0, power)) for power in (1.0, 2.0, 3.0)]
    with np.errstate(all="ignore"):
        first, second = ([of(one, VALUES, families=ALL) for one in arguments] for _ in range(2))
    assert [a is b for a, b in zip(first, second, strict=True)] == [True, True, False]
    assert [one.argument for one in second] == arguments
    assert all((a.columns == grid().columns).all() for a in (*first, *second))
