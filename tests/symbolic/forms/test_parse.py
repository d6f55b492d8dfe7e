import pytest

from nalm.errors import InvalidValueError
from nalm.symbolic import evaluate, read_form
from nalm.symbolic._forms._expression import Name, Raised
from nalm.symbolic._forms._parse import DEEPEST, parse


def value(text):
    return evaluate(read_form(text, ["x"]).at([]), [[3.0]])[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-x^2", -9), ("2^-x*8", 1), ("2^3^2", 512), ("x - 1 - 1", 1), ("12/x/2", 2),
        ("-(x - 5)^2", -4), ("+x", 3), ("--x", 3), ("1.5e1*x", 45), (".5*x", 1.5),
        ("sqrt(x + 1)", 2), ("abs(-x)", 3), ("log10(100)*x", 6), ("log2(8)*x", 9),
        ("ln(exp(x))", 3), ("cosh(x)^2 - sinh(x)^2", 1), ("atan(tan(x/3))", 1), ("x²/x", 3),
        ("cos(2*pi)*x", 3), ("cos(π)*x", -3),
    ],
)  # fmt: skip
def test_arithmetic_is_that_of_mathematics(text, expected):
    assert value(text) == pytest.approx(expected, rel=1e-12)


def test_the_left_side_is_the_target():
    assert parse("y = x", ["x"]) == ("y", Name("x"))
    assert parse("x", ["x"])[0] == ""


def test_an_exponent_may_be_a_name():
    assert parse("x^n", ["x"])[1] == Raised(Name("x"), Name("n"))


def test_an_input_goes_before_what_is_known():
    assert parse("pi", ["pi"])[1] == Name("pi")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a*foo(x)", "position 3, found unknown function 'foo'"),
        ("a*sine(x)", "Did you mean sin?"),
        ("a*(x+1", "Close the bracket that opens at position 3"),
        ("a*x)", "position 4, found '\\)'"),
        ("2x", "write 2\\*x"),
        ("a x", "To multiply, write \\*x"),
        ("a*+", "found the end"),
        ("2,5*x", "decimal point"),
        ("exp*x", "Write exp\\("),
        ("y == x", "found '='"),
        ("y = x = 1", "one equation"),
        ("a*x = y", "solved for the target"),
        ("", "found the end"),
        ("exp(x, 2)", "one argument"),
        ("1e999*x", "a double can hold"),
        ("1e-999999999*x", "a double can hold"),
        ("(" * 999 + "x" + ")" * 999, f"at most {DEEPEST}"),
        ("x" + "^x" * 999, f"at most {DEEPEST}"),
        ("__import__('os')", "position 12"),
        ("x.real", "position 2"),
        ("x[0]", "position 2"),
    ],
)
def test_what_is_no_form_is_refused_with_its_place(text, message):
    with pytest.raises(InvalidValueError, match=message):
        parse(text, ["x"])


def test_long_sums_and_many_signs_are_read():
    assert value("+".join(["x"] * 500)) == 1500
    assert value("-" * 1000 + "x") == 3
