"""A horizontal or vertical axis whose places are numbers or words."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from matplotlib.ticker import Formatter, LogLocator, MaxNLocator, NullLocator

from nalm._typing import FloatArray
from nalm.reports.drawing._canvas import AnyAxes
from nalm.reports.drawing._style import FAINT
from nalm.reports.interface._frames import Frame, distinct, floats, is_numeric, texts
from nalm.reports.interface._text import scientific

CROWDED = 12
"""Letters in a row of words from which on they are turned."""


LINE = 0.16
"""Inches of an axis that a turned word takes."""

SHORT = 50.0
"""Ratio of an axis' ends below which powers of ten alone leave it almost without ticks."""


DIGITS = 15
"""Digits of a tick after the first, at most."""


class _Decades(LogLocator):
    """Powers of ten, with 2 and 5 between them on a short axis; round numbers on a shorter one."""

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        for subs in ((1.0,), (1.0, 2.0, 5.0)):
            self.set_params(subs=subs)
            ticks = np.asarray(super().tick_values(vmin, vmax))
            inside = int(((vmin <= ticks) & (ticks <= vmax)).sum())
            # A single tick says nothing of the scale.
            if inside >= 2 and (len(subs) > 1 or vmax >= SHORT * vmin):
                return ticks.tolist()
        return [tick for tick in MaxNLocator(5).tick_values(vmin, vmax) if tick > 0]


class _PlainNumbers(Formatter):
    """Numbers with as many digits as tell the ticks of an axis apart."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        return _decade(x, 0)

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        different = len(set(values))
        written = [[_decade(value, digits) for value in values] for digits in range(DIGITS)]
        return next((each for each in written if len(set(each)) == different), written[-1])


@dataclass(frozen=True, kw_only=True)
class Axis:
    """Say where the values of a column lie.

    Args:
        column: Name of the column.
        label: Text beside the axis.
        words: Its values where they are words, in order of appearance; empty for numbers.
        logarithmic: Whether equal steps are equal factors; only for numbers.
    """

    column: str
    label: str
    words: tuple[str, ...] = ()
    logarithmic: bool = False

    def places(self, frame: Frame) -> FloatArray:
        """Return one place per row; NaN where a logarithmic axis has none."""
        if self.words:
            order = {word: float(k) for k, word in enumerate(self.words)}
            return np.array([order[value] for value in texts(frame, self.column)])
        values = floats(frame, self.column).copy()
        if self.logarithmic:
            values[values <= 0] = np.nan
        return values

    def dress(self, ax: AnyAxes, side: Literal["x", "y"]) -> None:
        """Give a panel's axis its scale and its ticks."""
        axis = ax.xaxis if side == "x" else ax.yaxis
        if self.words:
            _dress_words(ax, side, words=self.words)
        elif self.logarithmic:
            (ax.set_xscale if side == "x" else ax.set_yscale)("log")
            axis.set_minor_locator(NullLocator())
            axis.set_major_locator(_Decades(numticks=7))
            axis.set_major_formatter(_PlainNumbers())
        else:
            axis.set_major_locator(MaxNLocator(5))


def read_axis(frame: Frame, column: str, *, label: str = "", logarithmic: bool = False) -> Axis:
    """Decide whether a column's axis has numbers or words.

    Args:
        frame: The data of all panels.
        column: Name of one of its columns.
        label: Text beside the axis; the column's name if empty.
        logarithmic: Whether numbers are spread logarithmically.

    Returns:
        The axis.

    Example:
        >>> import pandas as pd
        >>> read_axis(pd.DataFrame({"loss": ["MSE", "PCC"]}), "loss").words
        ('MSE', 'PCC')
    """
    if is_numeric(frame, column):
        return Axis(column=column, label=label or column, logarithmic=logarithmic)
    return Axis(column=column, label=label or column, words=tuple(distinct(frame, column)))


def step_of_words(ax: AnyAxes, words: Sequence[str]) -> int:
    """Say how many words there are to each that has room below an axis, when they are turned.

    Args:
        ax: The panel.
        words: What might stand below it.

    Returns:
        1 if all have room, 2 if every second has, and so on.
    """
    width = ax.get_window_extent().width / ax.figure.dpi
    return max(1, math.ceil(len(words) * LINE / width))


def say_nothing(ax: AnyAxes, text: str) -> None:
    """Say in an empty panel that there is nothing, in place of the ticks of an invented scale.

    Args:
        ax: The panel.
        text: Why it is empty.
    """
    ax.set_yticks([])
    ax.grid(visible=False)
    ax.text(0.5, 0.5, text, transform=ax.transAxes, ha="center", va="center", color=FAINT)


def _dress_words(ax: AnyAxes, side: Literal["x", "y"], *, words: Sequence[str]) -> None:
    ticks = range(len(words))
    if side == "y":
        ax.set_yticks(ticks, words)
        return
    width = ax.get_window_extent().width / ax.figure.dpi * CROWDED
    turned = sum(len(word) + 2 for word in words) > width
    every = step_of_words(ax, words) if turned else 1
    style = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if turned else {}
    ax.set_xticks(ticks[::every], words[::every], **style)
    ax.set_xlim(-0.6, len(words) - 0.4)
    ax.tick_params(axis="x", length=0)


def _decade(value: float, digits: int) -> str:
    if 1e-2 <= value < 1e4:
        return f"{value:.{max(digits + 1, 6)}g}"
    return scientific(value, digits=digits)
