import pytest

pytest.importorskip("griffe")

from documentation.docstrings import EXAMPLE


def test_only_the_heading_of_the_section_is_changed():
    text = "Add.\n\nExample:\n    >>> 1\n    1\n\nAn Example: of words.\n"
    assert EXAMPLE.sub("Examples:", text) == text.replace("Example:\n    >", "Examples:\n    >")
