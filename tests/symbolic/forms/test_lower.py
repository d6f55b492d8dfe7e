import numpy as np
import pytest

from nalm.symbolic import evaluate, parameters, read_form, to_text

X = np.array([[0.4], [1.3], [2.2]])


@pytest.mark.parametrize(
    ("text", "constants", "function"),
    [
        ("a*x^n", (2.0, 1.5), lambda x: 2 * x**1.5),
        ("a*x + a^2", (3.0,), lambda x: 3 * x + 9),
        ("a^x", (2.5,), lambda x: 2.5**x),
        ("(a*x)^2/b", (3.0, 2.0), lambda x: 9 * x**2 / 2),
        ("(x - a)*(x + b)*c", (1.0, 2.0, 3.0), lambda x: (x - 1) * (x + 2) * 3),
        ("sqrt(a*x)", (4.0,), lambda x: np.sqrt(4 * x)),
        ("x^n/(k^n + x^n)", (2.0, 0.7), lambda x: x**2 / (0.49 + x**2)),
        ("sqrt(2)*x*a", (1.0,), lambda x: np.sqrt(2) * x),
        ("x/(a*b)", (2.0, 4.0), lambda x: x / 8),
        ("sin(2*pi*f*x + p)", (0.5, 0.1), lambda x: np.sin(np.pi * x + 0.1)),
    ],
)
def test_the_formula_computes_what_was_written(text, constants, function):
    formula = read_form(text, ["x"]).at(constants)
    assert evaluate(formula, X) == pytest.approx(function(X[:, 0]), rel=1e-13)


def test_a_power_of_zero_has_its_value():
    assert evaluate(read_form("x^n", ["x"]).at([1.5]), [[0.0]])[0] == 0


def test_numbers_that_are_written_stay_exact():
    formula = read_form("a*x^2 + 0.25*x", ["x"])
    assert len(parameters(formula.formula)) == 1
    assert to_text(formula.at([2.0]), ["x"]) == "2*x^2 + x/4"


def test_what_has_a_value_keeps_its_domain():
    # (x²)^(1/2) is not x, and √(a x) with a < 0 has no value where x > 0.
    assert evaluate(read_form("sqrt(x^2)", ["x"]).at([]), [[-3.0]])[0] == 3
    assert np.isnan(evaluate(read_form("sqrt(a*x)", ["x"]).at([-1.0]), X)).all()
