import pytest

from nalm.errors import InvalidValueError
from nalm.symbolic._forms._headers import check_headers

COLUMNS = {"U/V": "U", "I/A": "I", "P/W": "P", "log(c)": "log_c", "mass (kg)": "mass", "x-1": "x_1"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "P/W = a*U/V*I/A",
            r"columns 'U/V', 'I/A', 'P/W' by their names U, I, P, .* Write 'P = a\*U\*I'; or, to "
            "fit V, A, W, call constants otherwise",
        ),
        ("y = a*S/(x-1)", r"column 'x-1' by its name x_1, .* Write 'y = a\*S/\(x_1\)'; .* fit x,"),
        ("a*(x - 1)", r"Write 'a\*\(x_1\)'"),
        ("a*log(c)", r"Write 'a\*log_c'"),
        ("a*mass (kg)", r"Write 'a\*mass'"),
    ],
)
def test_a_header_in_a_form_is_refused_with_what_to_write(text, message):
    with pytest.raises(InvalidValueError, match=message):
        check_headers(text, COLUMNS)


@pytest.mark.parametrize(
    "text", ["P = a*U*I", "y = a*mass/x_1", "a*(xx-1)", "a*(x-10)", "log(mass)", "a*exp(-b*U)"]
)
def test_names_and_other_arithmetic_are_a_form(text):
    check_headers(text, COLUMNS)


def test_arithmetic_of_columns_is_a_form_beside_a_header_that_says_the_same():
    check_headers("y = a*(x-1) + log(x)", {"x": "x", "x-1": "x_1", "log(x)": "log_x", "y": "y"})
