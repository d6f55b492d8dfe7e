import numpy as np

from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.curves._shape import formula_of
from nalm.discovery.stages.curves._shapes import SHAPES

ALONG = Argument(exponents=(1.0,))


def test_sine_and_cosine_become_one_sine_with_a_positive_amplitude():
    for shape in (s for s in SHAPES if "sin" in s.functions):
        columns = shape.table(np.arange(5.0), np.array([[1.3, 0.4]])).shape[2]
        numbers = -np.arange(1.0, columns + 1)
        formula = formula_of(shape, ALONG, numbers=np.array([1.3, 0.4]), solved=numbers)
        waves = [term for term in formula.terms if "sin" in str(term)]
        assert len(waves) == sum("sin" in str(part) for part in shape.written(ALONG, 1.3, 0.4))
        assert all(term.coefficient > 0 for term in waves)


def test_columns_without_numbers_are_as_long_as_the_others():
    for shape in SHAPES:
        table = shape.table(np.linspace(1, 2, 7), np.array([[0.5, 0.2], [0.7, 0.3]]))
        assert table.shape[:2] == (2, 7)
