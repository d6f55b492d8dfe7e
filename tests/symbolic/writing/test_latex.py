from fractions import Fraction

import pytest
from hypothesis import given

from nalm.errors import InvalidValueError
from nalm.symbolic import MultipleOfPi, Power, Product, to_latex
from tests.symbolic.strategies import NAMES, F, call, formulas, plus, quick, term

X, Y = (0, 1), (1, 1)
HALF = F(1, 2)
SINE_X = call("sin", term(1, X)), 1
DISTANCE = plus(term(1, (0, 2)), term(1, (1, 2)))


@pytest.mark.parametrize(
    ("formula", "latex"),
    [
        (plus(), "0"),
        (plus(term(-1, X), term(2.5, Y)), "2.5 y - x"),
        (plus(term(2.5, X, (1, 2), (2, -1))), r"\frac{2.5 x y^{2}}{z}"),
        (plus(term(F(1, 2), X, (1, 2))), r"\frac{x y^{2}}{2}"),
        (plus(term(F(3, 2))), r"\frac{3}{2}"),
        (plus(term(1, (DISTANCE, HALF))), r"\sqrt{x^{2} + y^{2}}"),
        (plus(term(1, X, (DISTANCE, -1))), r"\frac{x}{x^{2} + y^{2}}"),
        (plus(term(1, (DISTANCE, 1), (2, -1))), r"\frac{x^{2} + y^{2}}{z}"),
        (plus(term(2, (DISTANCE, 1), (2, -1))), r"\frac{2 \left(x^{2} + y^{2}\right)}{z}"),
        (plus(term(1, (DISTANCE, F(2, 3)))), r"\left(x^{2} + y^{2}\right)^{2/3}"),
        (plus(term(6.67e-11, X)), r"6.67 \cdot 10^{-11} x"),
        (plus(term(3.0, (call("exp", term(-0.2, X)), 1))), "3 e^{-0.2 x}"),
        (plus(term(1, (call("exp", term(1, X)), 2))), r"\left(e^{x}\right)^{2}"),
        (plus(term(1, (call("exp", term(-1, X, (1, -1))), 1))), r"e^{-\frac{x}{y}}"),
        (
            plus(term(1, (call("exp", term(1, X, (1, -1)), term(1, (2, -1))), 1))),
            r"\exp\left(\frac{x}{y} + \frac{1}{z}\right)",
        ),
        (plus(term(2, SINE_X, Y)), r"2 y \sin x"),
        (plus(term(1, (call("sin", term(2, X)), 2))), r"\sin^{2}\left(2 x\right)"),
        (plus(term(1, (call("sin", term(1, X)), 2))), r"\sin^{2} x"),
        (plus(term(1, (call("log", term(1, X)), -1))), r"\frac{1}{\ln x}"),
        (plus(term(1, (call("tanh", term(1, X)), HALF))), r"\sqrt{\tanh x}"),
        (
            plus(term(MultipleOfPi(F(3, 2)), X), term(MultipleOfPi(HALF))),
            r"\frac{3 \pi x}{2} + \frac{\pi}{2}",
        ),
    ],
)
def test_pinned_latex(formula, latex):
    assert to_latex(formula, NAMES) == latex


@pytest.mark.parametrize(
    ("name", "latex"),
    [
        ("x", "x"),
        ("x1", "x_{1}"),
        ("x_1", "x_{1}"),
        ("v_max", r"v_{\mathrm{max}}"),
        ("v_i", "v_{i}"),
        ("rho", r"\rho"),
        ("rho_0", r"\rho_{0}"),
        ("mass", r"\mathrm{mass}"),
        ("flow rate", r"\mathrm{flow\ rate}"),
        ("a_b_c", r"\mathrm{a\_b\_c}"),
        ("50%", r"\mathrm{50\%}"),
        ("x{}^", r"\mathrm{x\{\}\hat{}}"),
    ],
)
def test_names(name, latex):
    assert to_latex(plus(term(1, X)), [name]) == latex


@quick
@given(formulas())
def test_braces_and_parentheses_close(formula):
    latex = to_latex(formula, NAMES)
    assert latex.count("{") == latex.count("}")
    assert latex.count(r"\left(") == latex.count(r"\right)") == latex.count("(")


def test_matplotlib_draws_it():
    from matplotlib.mathtext import MathTextParser

    formula = plus(term(6.67e-11, X, (1, -HALF)), term(F(3, 2), (DISTANCE, 0.3)))
    MathTextParser("path").parse(f"${to_latex(formula, ['rho', 'v_max'])}$")


def test_a_symbol_with_an_index_needs_no_parentheses():
    assert to_latex(plus(term(1, SINE_X)), ["theta_max"]) == r"\sin \theta_{\mathrm{max}}"


def test_every_input_needs_a_name():
    with pytest.raises(InvalidValueError, match="names should hold at least 2 names"):
        to_latex(plus(term(1, Y)), ["x"])


def test_names_of_letters_stand_apart():
    product = plus(Product(2.5, (Power(0, Fraction(1)), Power(1, Fraction(1)))))
    assert to_latex(product, ["hare", "lynx"]) == r"2.5 \, \mathrm{hare} \, \mathrm{lynx}"
    assert to_latex(product, ["a", "b"]) == "2.5 a b"
