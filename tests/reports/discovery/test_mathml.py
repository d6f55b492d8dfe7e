import html
import re
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest

from nalm.reports.discovery._mathml import mathml
from nalm.symbolic import Call, MultipleOfPi, Power, Product, Sum
from tests.reports.discovery.examples import HOSTILE

ONE = Fraction(1)
INNER = Sum((Product(ONE, (Power(0, ONE),)), Product(Fraction(-1), (Power(1, Fraction(2)),))))


def term(coefficient, *powers):
    return Sum((Product(coefficient, tuple(Power(*each) for each in powers)),))


def text(formula, names=("a", "b"), left="y"):
    """The characters between the tags, with a caret before an exponent and | for a fraction."""
    markup = mathml(left, formula, names=names)
    ET.fromstring(markup)
    return re.sub(r"<[^>]*>", "", markup)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (Sum(()), "y=0"),
        (term(Fraction(1)), "y=1"),
        (term(-2.5, (0, ONE)), "y=−2.5⋅a"),
        (term(ONE, (0, Fraction(3, 2))), "y=a3/2"),
        (term(Fraction(1, 3), (0, ONE)), "y=13⋅a"),
        (term(Fraction(1, 3), (0, -ONE)), "y=13⋅a"),
        (term(6.674e-11, (0, Fraction(1, 2))), "y=6.674×10−11⋅a"),
        (term(ONE, (INNER, Fraction(2))), "y=(a−b2)2"),
        (term(ONE, (0, ONE), (INNER, -ONE)), "y=aa−b2"),
        (term(Fraction(1, 2), (INNER, -ONE)), "y=12⋅(a−b2)"),
        (term(Fraction(1, 2), (INNER, ONE), (0, -ONE)), "y=a−b22⋅a"),
        (term(2.0, (0, -0.5)), "y=2⋅a−0.5"),
        (term(2.0, (0, -2.0), (0, Fraction(-2))), "y=2⋅a−2a2"),
    ],
)
def test_a_formula_reads_as_it_is_written(formula, expected):
    assert text(formula) == expected


def called(function, *terms):
    return Call(function, Sum(tuple(terms)))


TWICE = Product(Fraction(2), (Power(0, ONE),))


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (term(2.5, (called("exp", TWICE), ONE)), "y=2.5⋅e2⋅a"),
        (term(ONE, (called("exp", TWICE), Fraction(2))), "y=(e2⋅a)2"),
        (term(ONE, (called("sin", TWICE), Fraction(2))), "y=sin2\u2061(2⋅a)"),
        (term(ONE, (called("log", Product(ONE, (Power(0, ONE),))), ONE)), "y=ln\u2061a"),
        (term(MultipleOfPi(Fraction(3, 2)), (0, ONE)), "y=3π2⋅a"),
        (term(MultipleOfPi(Fraction(1, 2)), (0, -ONE)), "y=π2⋅a"),
        (term(ONE, (0, MultipleOfPi(Fraction(1, 2)))), "y=aπ/2"),
    ],
)
def test_functions_and_multiples_of_pi(formula, expected):
    assert html.unescape(text(formula)) == expected


def test_exact_negative_exponents_go_below_the_line():
    markup = mathml("y", term(3.0, (0, ONE), (1, Fraction(-2))), names=["a", "b"])
    fraction = ET.fromstring(markup).find(".//mfrac")
    assert fraction is not None
    top, bottom = fraction
    assert "".join(top.itertext()) == "3⋅a"
    assert "".join(bottom.itertext()) == "b2"


def test_a_square_root_is_drawn_and_a_rate_is_a_fraction():
    markup = mathml("dx/dt", term(ONE, (INNER, Fraction(1, 2))), names=["a", "b"])
    assert "<msqrt>" in markup
    assert markup.count("<mfrac>") == 1


def test_names_cannot_be_markup():
    assert HOSTILE not in mathml(HOSTILE, term(ONE, (0, ONE)), names=[HOSTILE])
    assert text(term(ONE, (0, ONE)), names=[HOSTILE], left=HOSTILE).count("&lt;b&gt;&amp;") == 2


def test_a_long_sum_is_broken_between_its_terms():
    markup = mathml("y", INNER, names=["a", "b"], broken=True)
    parts = re.findall("<math.*?</math>", markup)
    assert " ".join(parts) == markup
    assert [re.sub(r"<[^>]*>", "", part) for part in parts] == ["y=a", "−b2"]
    assert mathml("y", Sum(()), names=[], broken=True).count("<math") == 1
