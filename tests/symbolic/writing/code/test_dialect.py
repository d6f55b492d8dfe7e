from dataclasses import replace

import pytest

from nalm.errors import InvalidValueError
from nalm.symbolic._writing._code._dialect import write_code
from nalm.symbolic._writing._code._python import PYTHON
from tests.symbolic.strategies import F, call, plus, term
from tests.symbolic.writing.code._equal import equation

SHOWN = replace(PYTHON, frame=lambda program: program.expressions[0])


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (plus(), "0.0"),
        (plus(term(-1, (0, 1)), term(2.5)), "-x + 2.5"),
        (plus(term(F(1, 4), (0, 2), (1, -1))), "0.25 * x**2 * power(y, -1.0)"),
        (plus(term(1, (plus(term(1, (0, 1)), term(-2)), 3.0))), "(x - 2.0)**3"),
        (plus(term(1, (call("sin", term(3, (0, 1))), 2))), "np.sin(3.0 * x)**2"),
        (plus(term(1, (0, 0.0))), "power(x, 0.0)"),
    ],
)
def test_what_is_written(formula, expected):
    assert write_code(SHOWN, [equation(formula)]) == expected


def test_a_language_without_a_function_says_so():
    without = replace(PYTHON, functions={"exp": "exp"})
    with pytest.raises(InvalidValueError, match="written in Python, found sin"):
        write_code(without, [equation(plus(term(1, (call("sin", term(1, (0, 1))), 1))))])


def test_infinite_numbers_are_refused():
    with pytest.raises(InvalidValueError, match="should be finite, found inf"):
        write_code(PYTHON, [equation(plus(term(float("inf"))))])


def test_every_input_needs_a_name():
    with pytest.raises(InvalidValueError, match="at least 4 names"):
        write_code(PYTHON, [equation(plus(term(1, (3, 1))))])
