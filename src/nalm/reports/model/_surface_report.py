"""The report of a computed surface: error against two weights."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from nalm.reports.interface._frames import distinct, floats, where
from nalm.reports.interface._grid import Cell, Grid, Listing
from nalm.reports.interface._report import Report
from nalm.reports.interface._text import MISSING, scientific

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SURFACE_COLUMNS = frozenset({"unit", "w1", "w2", "error"})
"""Columns that make a data frame a surface."""

_HEADER = ("Unit", "Points", "Least error", "at w1, w2", "Median error", "Largest error")


@final
@dataclass(frozen=True, kw_only=True)
class SurfaceReport(Report):
    """Hold one error per unit and pair of weights; tables say only where it is small and large.

    Args:
        logarithmic: Whether the figure's colour scale is logarithmic; None decides by the data.
    """

    logarithmic: bool | None = None

    def grids(self) -> list[Grid]:
        """Summarise every surface in one line."""
        rows = tuple(tuple(Cell(lines=(text,)) for text in row) for row in self.listing().rows)
        return [Grid(title="", header=_HEADER, rows=rows)]

    def listing(self) -> Listing:
        """Summarise every surface in one line."""
        rows: list[tuple[str, ...]] = []
        for unit in distinct(self.frame, "unit"):
            part = where(self.frame, unit=unit)
            w1, w2, errors = (floats(part, column) for column in ("w1", "w2", "error"))
            if np.isnan(errors).all():
                rows.append((unit, str(len(errors)), *[MISSING] * 4))
                continue
            least = int(np.nanargmin(errors))
            rows.append(
                (
                    unit,
                    str(len(errors)),
                    scientific(float(errors[least]), digits=1),
                    f"{w1[least]:g}, {w2[least]:g}",
                    scientific(float(np.nanmedian(errors)), digits=1),
                    scientific(float(np.nanmax(errors)), digits=1),
                )
            )
        return Listing(header=_HEADER, rows=tuple(rows))

    def figure(self) -> "Figure":
        """Draw one map per unit with one colour scale."""
        from nalm.reports.drawing._surfaces import draw_surfaces

        return draw_surfaces(self, logarithmic=self.logarithmic)
