import pytest

pytest.importorskip("griffe")

import griffe
from documentation.docstrings import readable


def test_only_the_heading_of_the_section_is_changed():
    text = "Add.\n\nExample:\n    >>> 1\n    1\n\nAn Example: of words.\n"
    assert readable(text) == text.replace("Example:\n    >", "Examples:\n    >")


def test_names_that_share_a_line_are_no_name_with_a_type():
    text = readable("Draw.\n\nAttributes:\n    low, high: Ends, low < high.\n    n: A number.\n")
    sections = griffe.Docstring(text).parse("google")
    found = [(each.name, each.annotation) for each in sections[-1].value]
    assert found == [("low,\N{NO-BREAK SPACE}high", None), ("n", None)]
