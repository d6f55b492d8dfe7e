from pathlib import Path

import pytest

from nalm.cli._laboratory._target import Target
from nalm.errors import InvalidValueError


@pytest.mark.parametrize(
    ("kind", "output", "expected"),
    [
        (None, None, "terminal"),
        (None, "-", "terminal"),
        (None, "a.svg", "svg"),
        ("csv", None, "csv"),
        ("csv", "a.svg", "csv"),
    ],
)
def test_the_format_is_the_one_named_or_that_of_the_file(kind, output, expected):
    assert Target(kind=kind, output=output and Path(output)).form().name == expected


def test_a_file_of_no_format_is_refused():
    with pytest.raises(InvalidValueError, match="ends with one of"):
        Target(output=Path("a.xls")).form()
