"""On which scales is the target a straight line, and does it repeat itself?"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.advice._hint import Hint, HintKind
from nalm.discovery.advice._view import View

STRAIGHT = 0.99
"""Least R² of a straight line."""

BETTER = 0.2
"""Most of what a line on plain scales leaves that another may leave, to be worth a word."""

TAIL = 0.1
"""Share of the rows at either end without which the line has to be straight as well."""

EXACT = 1e-9
"""What the pick leaves of a straight line on these scales if it is of that form itself."""

ALIKE = 2.0
"""Times as much as the straightest line that another leaves which the rows hardly tell from it."""

PERIODS = 2.5
"""Least periods among the rows: a single peak looks like two."""

MOST_ROWS = 1000
"""Rows that periods are sought in: neighbours, so that none is missed between them."""

DEGREES = 5
"""Linear numbers of a parabola and a sine; with its frequency, as many as of a quintic."""

HALF = 0.5
"""Least share that the sine explains of what the parabola leaves; and most of what the quintic
leaves that both together may leave."""

CHANCE = 1e-4
"""Largest probability that noise repeats itself as well."""


class _Scales(NamedTuple):
    """How both sides are written, the curve that is straight on them, and what it calls."""

    above: str
    below: str
    curve: str
    function: str
    y: Callable[[FloatArray], FloatArray]
    x: Callable[[FloatArray], FloatArray]


class _Line(NamedTuple):
    """What a straight line leaves of a column on some scales."""

    left: float
    name: str
    scales: _Scales


def _same(values: FloatArray) -> FloatArray:
    return values


def _one_over(values: FloatArray) -> FloatArray:
    """Take reciprocals; none of a column that crosses 0, where they have a pole."""
    one_sign = values.min() > 0 or values.max() < 0
    return 1.0 / values if one_sign else np.full_like(values, np.nan)


_SCALES = (
    _Scales("log({y})", "{x}", "an exponential", "exp", np.log, _same),
    _Scales("log({y})", "log({x})", "a power", "", np.log, np.log),
    _Scales("1/{y}", "{x}", "1/(a + b {x})", "", _one_over, _same),
    _Scales("1/{y}", "1/{x}", "{x}/(a + b {x})", "", _one_over, _one_over),
    _Scales("{y}", "log({x})", "a logarithm", "log", _same, np.log),
    _Scales("log({y})", "1/{x}", "exp(a/{x})", "exp", np.log, _one_over),
)


def straight(view: View) -> Hint | None:
    """Find the column and scales on which the target is straightest.

    Args:
        view: The table.

    Returns:
        A hint, where it is much straighter than on plain scales, and the pick says nothing of it.
    """
    best, near = _straightest(view)
    if best is None or any(_says_already(each, best, view) for each in near):
        return None
    left, name, scales = best
    words = {"x": name, "y": view.target}
    return Hint(
        kind=HintKind.STRAIGHT,
        column=name,
        facts={
            "above": scales.above.format(**words),
            "below": scales.below.format(**words),
            "share": f"{1 - left:.4f}" if left > 5e-5 else "above 0.9999",
            "curve": scales.curve.format(**words),
            "what": _what(view, scales),
        },
    )


def _straightest(view: View) -> tuple[_Line | None, list[_Line]]:
    """Return the straightest line, if it is straight, and all that the rows hardly tell from it."""
    lines: list[_Line] = []
    straightest: list[_Line] = []
    for name, column in view.varying():
        plain = _left(column, view.y)
        found = [_Line(_left_on(each, column, view.y), name, each) for each in _SCALES]
        lines += found
        straightest += [each for each in found if each.left <= min(1 - STRAIGHT, BETTER * plain)]
    best = min(straightest, key=lambda line: line.left, default=None)
    near = [] if best is None else [each for each in lines if each.left <= ALIKE * best.left]
    return best, near


def _says_already(line: _Line, best: _Line, view: View) -> bool:
    """Tell whether the pick is of the form of a line, or, of the same y, x is too narrow to tell.

    Between 1950 and 2010, the year, its logarithm and its reciprocal are nearly one scale.
    """
    narrow = (line.name, line.scales.above) == (best.name, best.scales.above)
    if narrow and line.scales.below != best.scales.below:
        return True
    column = view.x[:, view.names.index(line.name)]
    return _left_on(line.scales, column, view.fitted) <= EXACT


def period(view: View) -> Hint | None:
    """Find a period of the target against a column.

    Args:
        view: The table.

    Returns:
        A hint, where a sine beside a parabola explains what chance does not, and the pick does not
        explain it already.
    """
    found = [(*_strongest(column, view.y), name) for name, column in view.varying()]
    chance, length, name = min(found, default=(1.0, 0.0, ""))
    if chance > CHANCE or view.chosen.r2 > STRAIGHT:
        return None
    facts = {
        "target": view.target,
        "period": f"{length:.3g}",
        "what": (
            "Let the search use sin and cos (functions=, --functions)"
            if view.is_searched
            else "Fit a form with a sine of it, or search others, too"
        ),
    }
    return Hint(kind=HintKind.PERIOD, column=name, facts=facts)


def _what(view: View, scales: _Scales) -> str:
    if not view.is_searched:
        return "Fit a form of that kind, or search others, too."
    if scales.function and scales.function not in view.functions():
        return f"Let the search use {scales.function} (functions=, --functions)."
    return "Look for that form among the candidates, or give the search more time."


def _left_on(scales: _Scales, x: FloatArray, y: FloatArray) -> float:
    """Return what a line leaves on these scales, of all rows or of the middle ones: the larger."""
    with np.errstate(all="ignore"):
        x, y = scales.x(x), scales.y(y)
    # Near 0 a reciprocal has a few rows far out, through which, and the others, there is a line.
    order = np.argsort(x, kind="stable")
    tail = int(len(order) * TAIL)
    middle = order[tail : len(order) - tail]
    return max(_left(x, y), _left(x[middle], y[middle]))


def _left(x: FloatArray, y: FloatArray) -> float:
    """Return the share of the variance that a straight line leaves; 1 where there is no line."""
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        return 1.0
    x, y = x / _size(x), y / _size(y)
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return 1.0
    correlation = float(np.corrcoef(x, y)[0, 1])
    return 1.0 - correlation**2


def _strongest(x: FloatArray, y: FloatArray) -> tuple[float, float]:
    """Return the probability that noise would have a sine as strong, and the period of it."""
    order = np.argsort(x, kind="stable")[:MOST_ROWS]
    size = _size(x[order])
    times, y = x[order] / size, y[order] / _size(y[order])
    rows, length = len(order), float(np.ptp(times)) or 1.0
    left = _beyond(2, times, y)
    # Four frequencies for each that the rows tell apart, up to three rows in a period.
    frequencies = np.arange(PERIODS, len(np.unique(times)) / 3, 0.25) / length
    total = float(left @ left)
    if not len(frequencies) or rows <= 2 * DEGREES or not total > 1e-20 * float(y @ y):
        return 1.0, 0.0
    explained = np.array([_explained(each, times, left) for each in frequencies])
    best = int(explained.argmax())
    share = min(explained[best] / total, 1.0)
    # A curve that does not come back is followed as well by a polynomial with as many numbers.
    other = _beyond(DEGREES, times, y)
    if share < HALF or total * (1.0 - share) > HALF * float(other @ other):
        return 1.0, 0.0
    # Of noise, the share that is left exceeds z with probability (1 - z)^((rows - 5) / 2).
    chance = len(frequencies) * (1.0 - share) ** ((rows - DEGREES) / 2)
    near = frequencies[best] + np.linspace(-0.25, 0.25, 41) / length
    finer = int(np.argmax([_explained(each, times, left) for each in near]))
    return float(chance), float(size / near[finer])


def _size(values: FloatArray) -> float:
    """Return the power of two below the largest value: squares of the rest are within range."""
    largest = float(np.abs(values).max())
    return float(np.ldexp(0.5, np.frexp(largest)[1])) if largest > 0 else 1.0


def _beyond(degree: int, x: FloatArray, y: FloatArray) -> FloatArray:
    """Return what a polynomial leaves."""
    basis = np.vander((x - x.mean()) / (float(np.ptp(x)) or 1.0), degree + 1)
    return y - basis @ np.linalg.lstsq(basis, y, rcond=None)[0]


def _explained(frequency: float, times: FloatArray, left: FloatArray) -> float:
    """Return how much of a sum of squares a sine of this frequency explains."""
    angle = 2 * np.pi * frequency * (times - times[0])
    basis = np.column_stack([np.cos(angle), np.sin(angle)])
    moments = basis.T @ left
    return float(moments @ np.linalg.lstsq(basis.T @ basis, moments, rcond=None)[0])
