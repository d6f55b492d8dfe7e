import numpy as np
import pytest

from nalm.discovery.stages.curves._usual_arguments import LIKELIEST, OF_ONE, usual_arguments
from tests.discovery._laws import table


def test_an_only_input_has_few_arguments():
    found = usual_arguments(table(np.exp, [(0.1, 3)]))
    assert found[0].exponents == (1.0,)
    assert len(found) == OF_ONE


@pytest.mark.parametrize("constant", [0.0, 0.02])
@pytest.mark.parametrize(
    ("law", "exponents"),
    [
        (lambda x, t: np.arctan(x / np.sqrt(t)), (1.0, -0.5)),
        (lambda x, t: 3 + np.exp(-x * t), (1.0, 1.0)),
    ],
)
def test_of_two_inputs_the_argument_of_the_law_is_among_them(law, exponents, constant):
    found = usual_arguments(table(law, [(0.2, 3), (0.2, 3)], rows=200, constant=constant))
    assert exponents in [one.exponents for one in found]
    assert len(set(found)) == len(found)


def test_of_more_inputs_only_arguments_with_a_curve_are():
    ranges = [(0.2, 3)] * 3
    along = usual_arguments(table(lambda a, b, c: np.log(1 + a * b / c), ranges, rows=200))
    assert along[0].exponents in ((1.0, 1.0, -1.0), (-1.0, -1.0, 1.0))
    assert len(along) <= LIKELIEST
    assert usual_arguments(table(lambda a, b, c: a + np.sin(3 * b) * c, ranges, rows=200)) == []


def test_few_rows_and_inputs_of_both_signs_are_no_error():
    assert usual_arguments(table(lambda a, b, c: a + b + c, [(-1, 1)] * 3, rows=5)) == []
