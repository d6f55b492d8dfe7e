import numpy as np
import pytest

from nalm.discovery.forms._reading import read_user_form
from nalm.discovery.problem._validation import Table
from nalm.errors import InvalidTypeError, InvalidValueError


def table(*targets):
    ones = np.ones((2, len(targets)))
    return Table(x=ones, y=ones, weight=ones[:, 0], targets=targets, flat=len(targets) == 1)


def test_columns_are_inputs_by_their_names():
    form, _ = read_user_form("v = k*mass_kg", table("v"), names=["mass_kg", "z"])
    assert (form.used, form.constants) == (("mass_kg",), ("k",))


@pytest.mark.parametrize("text", ["E = k*m*v0^2", "E_J = k*m_kg*v0_m_s^2", "k*m*v0_m_s^2"])
def test_columns_may_be_named_with_their_units(text):
    names, columns = ["m", "v0"], ["m (kg)", "v0 (m/s)"]
    form, kept = read_user_form(text, table("E [J]"), names=names, columns=columns)
    assert (form.used, form.constants) == (("m", "v0"), ("k",))
    assert kept.targets == ("E [J]",)


@pytest.mark.parametrize("name", ["x0", "x", "t"])
def test_a_single_column_without_a_name_may_be_called_x_or_t(name):
    form, _ = read_user_form(f"a*{name}", table("y"), names=["x0"])
    assert (form.used, form.constants) == ((name,), ("a",))


def test_the_left_side_names_a_target_without_a_name():
    assert read_user_form("v = a*x", table("y"), names=["x0"])[1].targets == ("v",)
    assert read_user_form("a*x", table("E (J)"), names=["x0"])[1].targets == ("E (J)",)
    assert read_user_form("E_J = a*x", table("E (J)"), names=["x0"])[1].targets == ("E (J)",)


@pytest.mark.parametrize(
    ("text", "targets", "names", "message"),
    [
        ("w = a*x", ("v",), ["x0"], "expected the target v"),
        ("a*b", ("y",), ["u", "v"], "one of the columns u, v; found a, b alone"),
        ("3", ("y",), ["u", "v"], "found numbers alone"),
        ("a*x", ("y0", "y1"), ["x"], "one target for a form, found 2"),
        ("x = 2*x", ("y",), ["x0"], "the target x on the left side alone"),
        ("2*u", ("u",), ["u", "v"], "another name for the target .* found u"),
        ("v = 2*u", ("y",), ["u", "v"], "another name for the target .* found v"),
        ("a - b*y", ("y",), ["y"], "another name for the target .* found y"),
        ("nan*x", ("y",), ["x"], "names of constants, found nan"),
        ("a*x + Inf", ("y",), ["x"], "names of constants, found Inf"),
    ],
)
def test_what_is_no_form_of_the_table_is_refused(text, targets, names, message):
    with pytest.raises(InvalidValueError, match=message):
        read_user_form(text, table(*targets), names=names)


def test_a_form_is_a_text():
    with pytest.raises(InvalidTypeError, match="found function"):
        read_user_form(lambda x: x, table("y"), names=["x"])


@pytest.mark.parametrize("text", ["P/W = a*U", "P = a*U/V", "a*U/V"])
def test_headers_of_a_table_are_refused_with_their_names(text):
    with pytest.raises(InvalidValueError, match=r"by its name [UP], .* Write '.*U'"):
        read_user_form(text, table("P/W"), names=["U"], columns=["U/V"])
