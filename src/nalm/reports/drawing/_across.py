"""What stands on the horizontal axis of a panel, and what is told apart by colour."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from textwrap import fill

from nalm.reports.drawing._canvas import AnyAxes
from nalm.reports.drawing._style import SERIES, Look, looks
from nalm.reports.interface._frames import Frame, Record, distinct, make_frame, records

ACROSS, SERIES_COLUMN = "across", "series"
"""Columns that `Arrangement.arranged` adds."""

LETTERS = 34
"""Letters in a line below a panel."""


@dataclass(frozen=True, kw_only=True)
class Arrangement:
    """Say whether units or places, such as ranges, stand on the horizontal axis.

    Args:
        words: What stands there, in order.
        looks: Look of each of the others.
        units_across: Whether the units stand there.
        alone: Whether each panel has a single place, which is written below the axis.
    """

    words: tuple[str, ...]
    looks: Mapping[str, Look]
    units_across: bool = False
    alone: bool = False

    @property
    def legend(self) -> Mapping[str, Look]:
        """Return what a legend has to explain."""
        return {} if self.alone else self.looks

    def arranged(self, frame: Frame, place: Callable[[Record], str]) -> Frame:
        """Return a table with a column of what stands on the axis, and one of the series."""
        rows = records(frame)
        names = [(str(record["unit"]), place(record)) for record in rows]
        names = names if self.units_across else [(where, unit) for unit, where in names]
        lines = [
            {**record, ACROSS: across, SERIES_COLUMN: series}
            for record, (across, series) in zip(rows, names, strict=True)
        ]
        return make_frame(lines, [*map(str, frame.columns), ACROSS, SERIES_COLUMN])

    def present(self, frame: Frame) -> list[str]:
        """List the series of an arranged table, in the order of the legend."""
        there = set(distinct(frame, SERIES_COLUMN))
        return [name for name in self.looks if name in there]

    def caption(self, ax: AnyAxes, frame: Frame) -> None:
        """Write the only place below its panel."""
        if self.alone:
            ax.set_xlabel(fill(" ".join(self.present(frame)), LETTERS))


def arrange(units: list[str], places: Mapping[str, list[str]]) -> Arrangement:
    """Give the axis to the units where colours would not tell them apart, or a place is alone.

    Args:
        units: Names of all units of a figure, in order.
        places: Task → its ranges, or ranges and parameters, in order.

    Returns:
        The arrangement of every panel of the figure.

    Example:
        >>> arrange(["NRU", "NMRU"], {"div": ["[1,2)"]}).words
        ('NRU', 'NMRU')
        >>> arrange(["NRU", "NMRU"], {"div": ["[1,2)", "[2,4)"]}).words
        ('[1,2)', '[2,4)')
    """
    each = tuple(dict.fromkeys(place for those in places.values() for place in those))
    if len(units) > 1 and all(len(those) == 1 for those in places.values()):
        (look,) = looks([""]).values()
        alike = dict.fromkeys(each, look)
        return Arrangement(words=tuple(units), looks=alike, units_across=True, alone=True)
    if len(units) > SERIES and len(each) < len(units):
        return Arrangement(words=tuple(units), looks=looks([*each]), units_across=True)
    return Arrangement(words=each, looks=looks(units))
