"""The interface of everything that a format can write."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nalm.reports._frames import Frame
from nalm.reports._grid import Grid, Listing

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, kw_only=True)
class Report(ABC):
    """Hold the data of a report, and say how it reads as a table and as a figure.

    Args:
        name: Name of the experiment, ``paper/what``.
        title: One line.
        source: Where the paper reports it.
        frame: The data, one row per setting or per point.
        note: What a reader should know; may be empty.
    """

    name: str
    title: str
    source: str
    frame: Frame
    note: str = ""

    @abstractmethod
    def grids(self) -> list[Grid]:
        """Arrange the data compactly, for a terminal of 100 columns."""

    @abstractmethod
    def listing(self) -> Listing:
        """Arrange the data flatly, for a document."""

    @abstractmethod
    def figure(self) -> "Figure":
        """Draw the data as the paper does."""
