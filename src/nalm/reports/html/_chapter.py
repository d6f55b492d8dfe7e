"""A chapter of the page: a report, its figures, and the runs behind it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from nalm.reports.html._figure import figure_svg
from nalm.reports.interface._frames import records
from nalm.reports.interface._report import Report
from nalm.reports.model._runs import SettingRuns
from nalm.reports.published._citations import Citation, citations
from nalm.reports.published._comparison import AGREES, DIFFERS
from nalm.reports.published._names import file_stem


@final
@dataclass(frozen=True, kw_only=True)
class Chapter:
    """Hold a report with its figures and the runs behind its numbers.

    Args:
        report: What the chapter shows.
        figures: One ``svg`` element for each of the report's parts.
        runs: Its runs, setting by setting; empty for what was computed.
        command: The command line that makes the chapter's data again; may be empty.
        drawn_from: Name of the experiment whose networks are shown, if it is another one.
    """

    report: Report
    figures: tuple[str, ...]
    runs: tuple[SettingRuns, ...] = ()
    command: str = ""
    drawn_from: str = ""

    @property
    def anchor(self) -> str:
        """Return the chapter's identifier in the page."""
        return anchor(self.report.name)

    @property
    def title(self) -> str:
        """Return the title, or the name where there is none."""
        return self.report.title or self.report.name

    @property
    def paper(self) -> str:
        """Return the citation key of the paper."""
        return self.report.name.split("/")[0]

    @property
    def citation(self) -> Citation | None:
        """Return the paper, or None if it is not known."""
        return citations().get(self.paper)

    @property
    def stored(self) -> int:
        """Return the number of stored runs."""
        return sum(len(each.rows) for each in self.runs)

    @property
    def expected(self) -> int:
        """Return the number of runs that the experiment asks for."""
        return sum(each.expected for each in self.runs)

    @property
    def solved(self) -> int | None:
        """Return the number of solved runs, or None where the paper knows no success."""
        known = [row.solved for each in self.runs for row in each.rows if row.solved is not None]
        return sum(known) if known else None

    @property
    def diverged(self) -> int:
        """Return the number of runs that stopped being finite."""
        return sum(row.diverged for each in self.runs for row in each.rows)

    @property
    def seconds(self) -> float:
        """Return the time that the stored runs took to train."""
        return sum(row.seconds for each in self.runs for row in each.rows)

    @property
    def agreeing(self) -> int:
        """Return how many published numbers agree with ours."""
        return self._verdicts().count(AGREES)

    @property
    def compared(self) -> int:
        """Return how many published numbers were compared with ours."""
        return self.agreeing + self._verdicts().count(DIFFERS)

    @property
    def words(self) -> str:
        """Return what a search looks through, in lower case."""
        units = {str(record.get("unit", "")) for record in records(self.report.frame)}
        paper = self.citation.title if self.citation else ""
        texts = (self.report.name, self.report.title, self.report.source, paper, *sorted(units))
        return " ".join(texts).casefold()

    def _verdicts(self) -> list[str]:
        return [
            str(record.get("verdict", ""))
            for part in self.report.parts().values()
            for record in records(part.frame)
        ]


def make_chapter(
    report: Report,
    runs: Sequence[SettingRuns] = (),
    *,
    command: str = "",
    drawn_from: str = "",
) -> Chapter:
    """Draw a report's figures and make its chapter.

    Args:
        report: What the chapter shows.
        runs: The runs behind it, from `nalm.reports.list_runs`.
        command: The command line that makes the chapter's data again.
        drawn_from: Name of the experiment whose networks are shown, if it is another one.

    Returns:
        The chapter.

    Example:
        >>> from nalm.reports import TrainingReport, table
        >>> empty = TrainingReport(name="p/w", title="", source="", frame=table([]))
        >>> make_chapter(empty).anchor
        'p-w'
    """
    own = anchor(report.name)
    return Chapter(
        report=report,
        figures=tuple(
            figure_svg(part, prefix=anchor(f"{report.name}-{kind}"), labelled_by=f"{own}-title")
            for kind, part in report.parts().items()
        ),
        runs=tuple(runs),
        command=command,
        drawn_from=drawn_from,
    )


def anchor(name: str) -> str:
    """Return the identifier in a page of what has this name.

    Args:
        name: ``paper/what``.

    Returns:
        Letters, digits and hyphens; it may end a web address after ``#``.

    Example:
        >>> anchor("mistry2021division/fig3")
        'mistry2021division-fig3'
    """
    return file_stem(name).replace(".", "-").casefold() or "chapter"
