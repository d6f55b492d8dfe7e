"""Trajectories measured and simulated: over time, and state against state."""

from itertools import combinations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from nalm.reports.discovery._motion import Motion, Trajectory
from nalm.reports.discovery._plotting import dress, shortened, some, widened
from nalm.reports.drawing._canvas import AnyAxes, AnyFigure, subplots
from nalm.reports.drawing._fonts import drawable
from nalm.reports.drawing._style import FAINT, INK, Look, looks

TRAJECTORIES = 8
"""Trajectories that are drawn, at most: as many as there are colours."""

NAME = 20
"""Letters of a trajectory's name in the legend."""

PLANES = 3
"""Pairs of states that are drawn against each other, at most."""


def left_out(motion: Motion) -> str:
    """Say that there are more trajectories than are drawn.

    Args:
        motion: What was measured and simulated.

    Returns:
        Such as ``first 8 of 12 trajectories``; empty where all are drawn.
    """
    drawn = min(motion.count, TRAJECTORIES)
    return f"first {drawn} of {motion.count} trajectories" if motion.count > drawn else ""


def draw_trajectories(motion: Motion) -> Figure:
    """Draw every state over time: points measured, lines simulated.

    Args:
        motion: What was measured and simulated.

    Returns:
        The figure, one panel per state.
    """
    states = len(motion.states)
    figure, axes = subplots(states, 1, size=(8.2, 2.3 * states + 0.5))
    for k, [ax] in enumerate(axes):
        trajectory_panel(ax, motion, state=k)
        if k < states - 1:
            ax.set_xlabel("")
    _add_legend(figure, motion)
    return figure


def trajectory_panel(ax: AnyAxes, motion: Motion, *, state: int) -> None:
    """Draw one state over time, on axes that are there.

    Args:
        ax: A panel.
        motion: What was measured and simulated.
        state: Number of the state.
    """
    k = state
    dress(ax, "x", label=motion.labelled(motion.time), logarithmic=False)
    dress(ax, "y", label=motion.labelled(motion.states[k]), logarithmic=False)
    for each, look in _looked(motion):
        if np.isfinite(each.low[:, k]).any():
            ends = (each.low[:, k], each.high[:, k])
            ax.fill_between(each.grid, *ends, color=look.colour, alpha=0.2, linewidth=0)
        ax.plot(each.grid, each.simulated[:, k], color=look.colour, linewidth=1.4)
        shown = some(len(each.times))
        ax.plot(each.times[shown], each.measured[shown, k], "o", **_points(look))
    _limit(ax, np.concatenate([t.measured[:, k] for t, _ in _looked(motion)]))


def state_panel(ax: AnyAxes, motion: Motion, *, state: int, residuals: bool) -> None:
    """Draw what was simulated of one state against what was measured, or what is left over time.

    Args:
        ax: A panel.
        motion: What was measured and simulated.
        state: Number of the state.
        residuals: Whether to draw measured minus simulated.
    """
    label = motion.labelled(motion.states[state])
    if residuals:
        axes_labels = (motion.labelled(motion.time), f"residual of {label}")
        ax.axhline(0.0, color=FAINT, linewidth=1.0, zorder=1)
    else:
        axes_labels = (f"measured {label}", f"simulated {label}")
    for side, text in zip("xy", axes_labels, strict=True):
        dress(ax, side, label=text, logarithmic=False)
    for each, look in _looked(motion):
        shown = some(len(each.times))
        measured, fitted = each.measured[shown, state], each.fitted[shown, state]
        place = (each.times[shown], measured - fitted) if residuals else (measured, fitted)
        ax.plot(*place, "o", **_points(look))
    if not residuals:
        known = np.concatenate([each.measured[:, state] for each, _ in _looked(motion)])
        ends = widened(float(np.nanmin(known)), float(np.nanmax(known)), share=0.05)
        ax.plot(ends, ends, color=FAINT, linewidth=1.0, zorder=1)
        ax.set(xlim=ends, ylim=ends, aspect="equal")


def draw_phase(motion: Motion) -> Figure | None:
    """Draw states against each other.

    Args:
        motion: What was measured and simulated.

    Returns:
        The figure, at most three planes; None with one state only.
    """
    planes = list(combinations(range(len(motion.states)), 2))[:PLANES]
    if not planes:
        return None
    figure, [axes] = subplots(1, len(planes), size=(max(4.4 * len(planes), 5.4), 4.3))
    for ax, (i, j) in zip(axes, planes, strict=True):
        dress(ax, "x", label=motion.labelled(motion.states[i]), logarithmic=False)
        dress(ax, "y", label=motion.labelled(motion.states[j]), logarithmic=False)
        for each, look in _looked(motion):
            ax.plot(each.simulated[:, i], each.simulated[:, j], color=look.colour, linewidth=1.4)
            shown = some(len(each.times))
            ax.plot(each.measured[shown, i], each.measured[shown, j], "o", **_points(look))
            ax.plot(*each.simulated[0, [i, j]], "s", color=look.colour, markersize=6)
        for axis, k in (("x", i), ("y", j)):
            _limit(ax, np.concatenate([t.measured[:, k] for t, _ in _looked(motion)]), side=axis)
    _add_legend(figure, motion)
    return figure


def _looked(motion: Motion) -> list[tuple[Trajectory, Look]]:
    drawn = motion.trajectories[:TRAJECTORIES]
    styles = looks([str(k) for k in range(len(drawn))]).values()
    return list(zip(drawn, styles, strict=True))


def _points(look: Look) -> dict[str, object]:
    return {"color": look.colour, "markersize": 3.5, "alpha": 0.6, "markeredgewidth": 0}


def _limit(ax: AnyAxes, values: np.ndarray, *, side: str = "y") -> None:
    """Keep what was measured in sight where a simulation runs away."""
    known = values[np.isfinite(values)]
    low, high = float(known.min()), float(known.max())
    margin = 0.25 * ((high - low) or abs(high) or 1.0)
    bounds = ax.get_ylim() if side == "y" else ax.get_xlim()
    ends = (max(bounds[0], low - margin), min(bounds[1], high + margin))
    (ax.set_ylim if side == "y" else ax.set_xlim)(*ends)


def _add_legend(figure: AnyFigure, motion: Motion) -> None:
    handles = [
        Line2D([], [], color=INK, marker="o", linestyle="", markersize=3.5, label="measured"),
        Line2D([], [], color=INK, linewidth=1.4, label="simulated"),
    ]
    named = [(t, look) for t, look in _looked(motion) if len(motion.trajectories) > 1]
    handles += [
        Line2D([], [], color=k.colour, linewidth=4, label=drawable(shortened(t.name, NAME)))
        for t, k in named
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=min(len(handles), 6))
