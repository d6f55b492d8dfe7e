import pytest

from nalm.errors import InvalidValueError, UnknownNameError
from nalm.tables._lookup import SHOWN, look_up

KNOWN = ["period", "v0", "mass of it"]
WRITTEN = {"v0 (m/s)": "v0"}


def found(*names, known=KNOWN):
    return look_up(names, known, written=WRITTEN, option="--inputs")


def test_names_and_headers_as_written_are_found():
    assert found("period", "v0 (m/s)") == ["period", "v0"]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("perod", "Did you mean period?"),
        ("PERIOD", "Did you mean period?"),
        ("V0 (m/S)", "Did you mean 'v0 (m/s)'?"),
        ("mass of", "Did you mean 'mass of it'?"),
        ("zzz", "There are period, v0, 'mass of it'."),
    ],
)
def test_an_unknown_name_gets_near_ones_quoted_for_the_shell(name, hint):
    with pytest.raises(UnknownNameError) as caught:
        found(name)
    assert str(caught.value) == f"--inputs: the table has no column {name!r}. {hint}"


def test_a_long_list_is_cut():
    with pytest.raises(UnknownNameError, match="and 70 more"):
        found("zzz", known=[f"c{k}" for k in range(SHOWN + 70)])


def test_a_column_of_two_names_is_named_once():
    with pytest.raises(InvalidValueError, match="found v0 twice"):
        found("v0", "v0 (m/s)")
