import pytest

from nalm.errors import InvalidValueError
from nalm.symbolic import Equation
from tests.symbolic.strategies import plus, term

LINE = plus(term(1 / 3, (0, 1)))


@pytest.mark.parametrize(
    ("rate", "text", "latex"),
    [
        (False, "omega = 0.333333*r", r"\omega = 0.333333 r"),
        (True, "domega/dt = 0.333333*r", r"\frac{d\,\omega}{dt} = 0.333333 r"),
    ],
)
def test_both_sides_are_written(rate, text, latex):
    equation = Equation(target="omega", formula=LINE, names=("r",), rate=rate)
    assert str(equation) == equation.text() == text
    assert equation.latex() == latex
    assert equation.left == text.split(" = ")[0]
    assert equation.left_latex == latex.split(" = ")[0]


def test_with_as_many_digits_as_are_asked_for():
    equation = Equation(target="y", formula=LINE, names=("r",))
    assert equation.text(digits=3) == "y = 0.333*r"
    assert equation.latex(digits=3) == "y = 0.333 r"


def test_every_input_needs_a_name():
    with pytest.raises(InvalidValueError, match="at least 1 names"):
        str(Equation(target="y", formula=LINE, names=()))
