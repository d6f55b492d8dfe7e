import numpy as np
import pytest

from nalm.discovery.forms._asked import Asked
from nalm.discovery.forms._values import check_values
from nalm.errors import InvalidValueError
from tests.discovery.forms._problems import X, decay, form, problem


def checked(text, x=X, **start):
    rows = np.arange(len(x))
    check_values(form(text), problem(decay, x), rows=rows, asked=Asked(start=start, bounds={}))


@pytest.mark.parametrize("text", ["a*log(x) + b", "a/x + b", "a*x^-1", "a*sqrt(x - 0.1)"])
def test_the_first_row_without_a_value_is_named(text):
    with pytest.raises(InvalidValueError, match=r"on 1 of 40 rows .* in row 0 \(x = 0\)"):
        checked(text)


@pytest.mark.parametrize("text", ["1/0*x", "a*sqrt(-1)*x", "a*x + log(-2)", "arcsin(2)*a*x"])
def test_a_form_without_any_value_is_refused_as_such(text):
    with pytest.raises(InvalidValueError, match="found none on any row"):
        checked(text)


@pytest.mark.parametrize("text", ["a*exp(-b*x)", "x^2", "sqrt(x - b)", "log(a - x)", "(x + b)^n"])
def test_forms_that_have_values_with_some_constants_pass(text):
    checked(text)


def test_a_start_is_what_is_tried():
    checked("a*log(x + b)", a=1.0, b=2.0)
    with pytest.raises(InvalidValueError, match="x = 0"):
        checked("a*log(x + b)", a=1.0, b=-0.1)
