"""Docstrings as mkdocstrings reads them: one `Example:` is a section, names share a line."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^Example:$", re.MULTILINE)
TOGETHER = re.compile(r"^    [a-z]\w*(?:, [a-z]\w*)+: ", re.MULTILINE)
"""Names that one line describes, such as `low, high: …`."""


def readable(docstring: str) -> str:
    """Name the section as the reader of Google's style expects it, and keep names together.

    The reader takes what follows a space in front of the colon for a type.
    """
    joined = TOGETHER.sub(lambda found: found[0].replace(", ", ",\N{NO-BREAK SPACE}"), docstring)
    return EXAMPLE.sub("Examples:", joined)


class OneExample(griffe.Extension):
    """Make every docstring readable."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of whatever was read."""
        if obj.docstring is not None:
            obj.docstring.value = readable(obj.docstring.value)
