"""Docstrings as mkdocstrings reads them: a single `Example:` is a section of code as well."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^Example:$", re.MULTILINE)


class OneExample(griffe.Extension):
    """Name the section as the reader of Google's style expects it."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of whatever was read."""
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub("Examples:", obj.docstring.value)
