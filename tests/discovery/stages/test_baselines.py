from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery import Dimensions
from nalm.discovery.stages._baselines import baselines
from nalm.symbolic import evaluate
from tests.discovery._laws import problem, table


def test_the_constant_is_the_weighted_mean():
    (mean,) = baselines(problem([[1.0], [2.0]], [0.0, 4.0], weight=[1.0, 3.0]), largest=6.0)
    assert evaluate(mean, np.ones((1, 1))) == 3.0


def test_a_plane_is_found_exactly():
    data = table(lambda a, b: 3 - 2 * a + b / 2, [(-1, 1), (5, 9)], rows=10)
    _, plane = baselines(data, largest=6.0)
    assert np.allclose(evaluate(plane, data.x), data.y, rtol=1e-12)


def test_no_plane_through_too_few_rows_or_between_units():
    assert len(list(baselines(table(lambda a, b: a + b, [(1, 2)] * 2, rows=3), largest=6.0))) == 1
    units = Dimensions(inputs=((Fraction(1),),), target=(Fraction(2),))
    nine = problem(np.arange(9.0), np.arange(9.0), dimensions=units)
    assert len(list(baselines(nine, largest=6.0))) == 1


@pytest.mark.parametrize(("largest", "formulas"), [(0.5, 1), (1.0, 2)])
def test_no_plane_where_an_exponent_of_one_is_too_large(largest, formulas):
    data = table(lambda a: 2 * a, [(1, 2)], rows=10)
    assert len(list(baselines(data, largest=largest))) == formulas
