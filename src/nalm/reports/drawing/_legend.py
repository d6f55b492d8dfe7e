"""Title and legend of a figure, outside its panels and so never on the data."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

import numpy as np
from matplotlib.artist import Artist

from nalm.reports.drawing._canvas import AnyFigure
from nalm.reports.drawing._style import FAINT, Look
from nalm.reports.interface._frames import Frame, floats, where
from nalm.reports.interface._report import Report

LETTERS = 10.5
"""Letters of a title in an inch."""

MARK = "trial"
"""What is written across the figure of a trial."""


def add_heading(figure: AnyFigure, report: Report, *, handles: Sequence[Artist]) -> None:
    """Write the title above and the legend below the panels.

    Args:
        figure: A figure with constrained layout.
        report: What it shows.
        handles: What the legend explains; may be empty.

    Example:
        >>> from nalm.reports import TrainingReport, table
        >>> from matplotlib.figure import Figure
        >>> figure = Figure(layout="constrained")
        >>> empty = TrainingReport(name="p/w", title="T", source="Table 1", frame=table([]))
        >>> add_heading(figure, empty, handles=[])
        >>> figure.get_suptitle()
        'T (p/w, Table 1)'
    """
    title = f"{report.title or report.name} ({report.name}, {report.source})"
    title = f"{MARK.upper()}: {title}" if report.trial else title
    width = max(20, int(LETTERS * figure.get_figwidth()))
    figure.suptitle(
        "\n".join(wrap(title, width)), x=0.01, ha="left", fontsize=11, fontweight="bold"
    )
    if report.trial:
        _add_mark(figure)
    if handles:
        _add_legend(figure, handles)


def shown(
    frame: Frame, column: str, *, looks: Mapping[str, Look], values: Sequence[str]
) -> dict[str, Look]:
    """Leave out of a legend what the figure does not show.

    Args:
        frame: The data of all panels.
        column: Column with the names of the series.
        looks: Look of each series.
        values: Columns of which one has to be a number somewhere.

    Returns:
        The looks of the series that have one.

    Example:
        >>> import pandas as pd
        >>> from nalm.reports.drawing._style import looks
        >>> data = pd.DataFrame({"unit": ["NRU", "NMRU"], "mse": [1.0, float("nan")]})
        >>> [*shown(data, "unit", looks=looks(["NRU", "NMRU"]), values=["mse"])]
        ['NRU']
    """
    return {
        name: look
        for name, look in looks.items()
        if any(np.isfinite(floats(where(frame, **{column: name}), each)).any() for each in values)
    }


def _add_mark(figure: AnyFigure) -> None:
    """Write across the panels, faint enough to read them, that they show a trial."""
    width, height = figure.get_size_inches()
    size = 72 * min(0.5 * height, 0.2 * width)
    style = {"rotation": 20, "alpha": 0.16, "color": FAINT, "fontweight": "bold", "zorder": 10}
    figure.text(0.5, 0.5, MARK, ha="center", va="center", fontsize=size, **style)


def _add_legend(figure: AnyFigure, handles: Sequence[Artist]) -> None:
    """Add the legend with as many columns as the figure is wide enough for."""
    for columns in range(len(handles), 0, -1):
        legend = figure.legend(handles=handles, loc="outside lower center", ncols=columns)
        if columns == 1 or legend.get_window_extent().width <= figure.bbox.width:
            return
        legend.remove()
