"""One web page."""

from collections.abc import Sequence
from typing import final

from nalm.reports.formats._format import Format
from nalm.reports.html import Document, make_chapter, render
from nalm.reports.interface._report import Report
from nalm.reports.model._runs import SettingRuns


@final
class HTMLFormat(Format):
    """Write a page with the figure, a table that sorts, and the runs behind its numbers.

    Args:
        runs: The runs behind the report, from `nalm.reports.list_runs`; none by default.
        command: The command line that trains them; may be empty.
        drawn_from: Name of the experiment whose networks are shown, if it is another one.
    """

    name = "html"
    suffix = ".html"

    def __init__(
        self, *, runs: Sequence[SettingRuns] = (), command: str = "", drawn_from: str = ""
    ) -> None:
        self._runs = tuple(runs)
        self._command = command
        self._drawn_from = drawn_from

    def render(self, report: Report) -> bytes:
        """Return a page that needs no other file."""
        chapter = make_chapter(
            report, self._runs, command=self._command, drawn_from=self._drawn_from
        )
        return render(Document(title="", chapters=(chapter,)))
