"""Formats: how a report is written, one file each.

`find_format` finds one by name; a `Format` turns any `Report` into bytes.
"""

from nalm.reports.formats._choice import FORMATS, find_format, format_of_path
from nalm.reports.formats._format import Format
from nalm.reports.formats._html import HTMLFormat
from nalm.reports.formats._terminal import TerminalFormat, terminal_view

__all__ = [
    "FORMATS",
    "Format",
    "HTMLFormat",
    "TerminalFormat",
    "find_format",
    "format_of_path",
    "terminal_view",
]
