"""The drawing of a sweep: success, speed and sparsity by the value of what is varied."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure

from nalm._typing import FloatArray
from nalm.experiments import Parameter
from nalm.reports.drawing._axis import step_of_words
from nalm.reports.drawing._canvas import WIDTH, AnyAxes, subplots
from nalm.reports.drawing._legend import add_heading
from nalm.reports.drawing._quantities import QUANTITIES, draw_series, scale, series_handles
from nalm.reports.drawing._style import Look, looks
from nalm.reports.interface._frames import (
    Frame,
    distinct,
    floats,
    group,
    select,
    take,
    texts,
    where,
)
from nalm.reports.interface._report import Report
from nalm.reports.published._names import ALL_RANGES

WIDE = 20.0
"""Ratio of the largest to the smallest value from which on the axis is logarithmic."""

SPREAD = 0.5
"""Share of the least distance between two values over which the units are spread."""

TICKS = 11
"""Values that are all written below the axis; of more, every second or third is."""


@dataclass(frozen=True, kw_only=True)
class _Places:
    """Say where the values of a parameter lie.

    Args:
        name: What is varied.
        at: Text of the parameter → place.
        labels: Text below the axis, value by value.
        joined: Whether the points are joined by a line: numbers are, words are not.
    """

    name: str
    at: Mapping[str, float]
    labels: tuple[str, ...]
    joined: bool


def draw_sweeps(report: Report, *, parameters: Sequence[Parameter]) -> Figure:
    """Draw three panels per task and parameter, with its values on the horizontal axis.

    Args:
        report: A report whose settings have parameters.
        parameters: What is varied, value by value.

    Returns:
        The figure; filled markers are ours, hollow ones the paper's.

    Example:
        >>> from nalm.reports import TrainingReport, table
        >>> empty = TrainingReport(name="p/w", title="", source="", frame=table([]))
        >>> len(draw_sweeps(empty, parameters=()).axes)
        3
    """
    frame = report.frame
    units = looks(distinct(frame, "unit"))
    lines = _lines(report.frame, parameters)
    size = (WIDTH, 1.1 + 3.0 * max(len(lines), 1))
    figure, axes = subplots(max(len(lines), 1), 3, size=size)
    for (title, places, part), line in zip(lines, axes, strict=False):
        for quantity, ax in zip(QUANTITIES, line, strict=True):
            _dress(ax, places)
            for unit, own, x in _series(part, places, units):
                draw_series(ax, own, places=x, quantity=quantity, look=units[unit])
                if places.joined:
                    middle = floats(own, quantity.estimate)
                    ax.plot(x, middle, color=units[unit].colour, linewidth=0.8, alpha=0.6)
            scale(ax, part, quantity=quantity)
            text = f"{title}: {quantity.title.lower()}" if title else quantity.title
            ax.set_title(text)
    joined = bool(lines) and all(places.joined for _, places, _ in lines)
    handles = series_handles(frame, units, column="unit", line="-" if joined else "")
    add_heading(figure, report, handles=handles)
    return figure


def _lines(frame: Frame, parameters: Sequence[Parameter]) -> list[tuple[str, _Places, Frame]]:
    """Cut the table into rows of panels: by task, parameter and, where several share one, range."""
    lines: list[tuple[str, _Places, Frame]] = []
    tasks = distinct(frame, "task")
    for task in tasks:
        for name in dict.fromkeys(each.name for each in parameters):
            own = [each for each in parameters if each.name == name]
            part = where(frame, task=task)
            named = {str(each) for each in own}
            part = select(part, (text in named for text in texts(part, "parameter")))
            if not len(part):
                continue
            places = _places([each for each in own if str(each) in distinct(part, "parameter")])
            for interval, cut in _by_range(part):
                words = (task if len(tasks) > 1 else "", interval)
                lines.append((" ".join(filter(None, words)), places, cut))
    return lines


def _by_range(part: Frame) -> list[tuple[str, Frame]]:
    ranges = [r for r in distinct(part, "interpolation") if r != ALL_RANGES]
    single = select(part, (text != ALL_RANGES for text in texts(part, "interpolation")))
    if len(group(single, ("unit", "parameter"))) == len(single):
        return [("", single)]
    return [(interval, where(part, interpolation=interval)) for interval in ranges]


def _places(parameters: Sequence[Parameter]) -> _Places:
    name = parameters[0].name
    values = [each.value for each in parameters]
    numbers = [float(value) for value in values if not isinstance(value, str)]
    if len(numbers) < len(values):
        at = {str(each): float(k) for k, each in enumerate(parameters)}
        labels = tuple(str(value) for value in values)
        return _Places(name=name, at=at, labels=labels, joined=False)
    positive = [number for number in numbers if number > 0]
    if positive and min(numbers) >= 0 and max(positive) > WIDE * min(positive):
        logs = sorted({math.log10(number) for number in positive})
        step = float(np.median(np.diff(logs)))
        # Zero has no place on a logarithmic axis: it stands one step before the smallest value.
        numbers = [math.log10(n) if n > 0 else logs[0] - step for n in numbers]
    at = {str(each): place for each, place in zip(parameters, numbers, strict=True)}
    labels = tuple(f"{value:g}" for value in values if not isinstance(value, str))
    return _Places(name=name, at=at, labels=labels, joined=True)


def _series(
    part: Frame, places: _Places, units: dict[str, Look]
) -> list[tuple[str, Frame, FloatArray]]:
    present = [unit for unit in units if len(where(part, unit=unit))]
    ordered = np.unique(list(places.at.values()))
    gap = float(np.diff(ordered).min()) if len(ordered) > 1 else 1.0
    shifts = (np.arange(len(present)) - (len(present) - 1) / 2) * SPREAD / max(len(present), 2)
    found: list[tuple[str, Frame, FloatArray]] = []
    for unit, shift in zip(present, shifts, strict=True):
        own = where(part, unit=unit)
        x = np.array([places.at[text] for text in texts(own, "parameter")]) + shift * gap
        order = np.argsort(x)
        found.append((unit, take(own, order), x[order]))
    return found


def _dress(ax: AnyAxes, places: _Places) -> None:
    ticks, labels = list(places.at.values()), places.labels
    every = math.ceil(len(ticks) / TICKS) if places.joined else step_of_words(ax, labels)
    turned = sum(len(label) + 2 for label in labels[::every]) > 34
    style = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if turned else {}
    ax.set_xticks(ticks[::every], labels[::every], **style)
    ax.set_xlabel(places.name)
    low, high = min(ticks), max(ticks)
    margin = 0.06 * (high - low) if places.joined and high > low else 0.6
    ax.set_xlim(low - margin, high + margin)
