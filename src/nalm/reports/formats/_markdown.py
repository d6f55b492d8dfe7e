"""Markdown with a pipe table."""

import re
from collections.abc import Sequence
from typing import final

from nalm.reports.formats._format import Format
from nalm.reports.interface._report import Report


@final
class MarkdownFormat(Format):
    """Write title, source, a pipe table, the tables below it and the note."""

    name = "markdown"
    suffix = ".md"

    def render(self, report: Report) -> bytes:
        """Return a section."""
        title = markdown_escape(report.title or report.name)
        name = markdown_escape(report.name)
        lines = [f"## {title}", "", f"{name}, {markdown_escape(report.source)}", ""]
        if report.warning:
            lines += [f"**{markdown_escape(report.warning)}**", ""]
        lines += _table(report)
        for part in report.below:
            lines += ["", f"### {part.kind.capitalize()}", "", *_table(part)]
        if report.note:
            lines += ["", markdown_escape(report.note)]
        return ("\n".join(lines) + "\n").encode()


def markdown_escape(text: str) -> str:
    r"""Escape what Markdown would read as markup.

    Args:
        text: Any text.

    Returns:
        One line that shows the text.

    Example:
        >>> print(markdown_escape("a|b*"))
        a\|b\*
    """
    line = " ".join(text.split())
    return re.sub(r"([\\`*_\[\]<>|~$#&])", r"\\\1", line)


def _table(report: Report) -> list[str]:
    listing = report.listing()
    rule = _row(["---"] * len(listing.header), escape=False)
    return [_row(listing.header), rule, *(_row(row) for row in listing.rows)]


def _row(cells: Sequence[str], *, escape: bool = True) -> str:
    return f"| {' | '.join(markdown_escape(c) if escape else c for c in cells)} |"
