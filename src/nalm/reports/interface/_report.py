"""The interface of everything that a format can write."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from nalm.reports.interface._frames import Frame, make_frame, records
from nalm.reports.interface._grid import Grid, Listing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TRIAL = "Trial: its runs are too short to learn anything, and its numbers are no results."
"""What every format says of a trial."""


@dataclass(frozen=True, kw_only=True)
class Report(ABC):
    """Hold the data of a report, and say how it reads as a table and as a figure.

    Args:
        name: Name of the experiment, ``paper/what``.
        title: One line.
        source: Where the paper reports it.
        frame: The data, one row per setting or per point.
        note: What a reader should know; may be empty.
        below: Other tables of the same experiment, shown beneath this one.
        trial: Whether the runs are a trial's, so that the numbers are no results.
        kind: What the rows are, to choose a table by.
    """

    name: str
    title: str
    source: str
    frame: Frame
    note: str = ""
    below: "tuple[Report, ...]" = ()
    trial: bool = False

    kind: ClassVar[str] = "rows"

    @abstractmethod
    def grids(self) -> list[Grid]:
        """Arrange the data compactly, for a terminal of 100 columns."""

    @abstractmethod
    def listing(self) -> Listing:
        """Arrange the data flatly, for a document."""

    @abstractmethod
    def figure(self) -> "Figure":
        """Draw the data as the paper does."""

    @property
    def warning(self) -> str:
        """Return what every format says of a trial; empty otherwise."""
        return TRIAL if self.trial else ""

    def rows(self) -> Frame:
        """Return the data as a program reads them: those of a trial say so in a first column."""
        if not self.trial:
            return self.frame
        marked = [{"trial": True, **record} for record in records(self.frame)]
        return make_frame(marked, ["trial", *map(str, self.frame.columns)])

    def parts(self) -> "dict[str, Report]":
        """Return this table and those below it, by kind."""
        return {self.kind: self, **{each.kind: each for each in self.below}}
