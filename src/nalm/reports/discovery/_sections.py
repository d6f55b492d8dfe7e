"""The figures of a page, each with its heading and what it says."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import final

import numpy as np
from matplotlib.figure import Figure

from nalm.reports.discovery._choice_plot import draw_agreement, draw_front
from nalm.reports.discovery._constants_plot import draw_constants
from nalm.reports.discovery._finding import Finding
from nalm.reports.discovery._fit_plot import draw_fit
from nalm.reports.discovery._motion import Motion
from nalm.reports.discovery._motion_plot import draw_phase, draw_trajectories, left_out
from nalm.reports.discovery._residual_plot import draw_parity, draw_residuals
from nalm.reports.html import drawing_svg


@final
@dataclass(frozen=True, kw_only=True)
class Section:
    """Hold a figure.

    Args:
        id: Identifier of its heading in the page.
        heading: A few words.
        caption: How to read it.
        figure: An ``svg`` element.
        wide: Whether it takes the width of the page.
    """

    id: str
    heading: str
    caption: str
    figure: str
    wide: bool = False


def sections_of(finding: Finding, *, prefix: str) -> tuple[Section, ...]:
    """Draw the figures of a finding.

    Args:
        finding: What was found.
        prefix: Begins every identifier, so that no two findings of a page share one.

    Returns:
        Sections in the order of reading.
    """
    return tuple(
        Section(
            id=f"{prefix}-{key}",
            heading=heading,
            caption=caption,
            figure=drawing_svg(draw, prefix=f"{prefix}-{key}", labelled_by=f"{prefix}-{key}"),
            wide=key in {"front", "residuals"},
        )
        for key, heading, caption, draw in _figures(finding)
    )


def sections_of_motion(motion: Motion, *, prefix: str) -> tuple[Section, ...]:
    """Draw the trajectories of a system.

    Args:
        motion: What was measured and simulated.
        prefix: Begins every identifier.

    Returns:
        Sections in the order of reading.
    """
    phase, some = draw_phase(motion), left_out(motion)
    which = f" Only the {some} are drawn." if some else ""
    key = f"{prefix}-time"
    over_time = Section(
        id=key,
        heading="Over time",
        caption="Points were measured; lines are the equations integrated from the start "
        f"that fits each trajectory best, with their 95 % band where it is known.{which}",
        figure=drawing_svg(lambda: draw_trajectories(motion), prefix=key, labelled_by=key),
        wide=True,
    )
    if phase is None:
        return (over_time,)
    key = f"{prefix}-phase"
    plane = Section(
        id=key,
        heading="State against state",
        caption=f"The same without time. A square is where a simulation begins.{which}",
        figure=drawing_svg(lambda: draw_phase(motion), prefix=key, labelled_by=key),
        wide=True,
    )
    return over_time, plane


_Drawn = tuple[str, str, str, Callable[[], Figure | None]]


def _figures(finding: Finding) -> Iterator[_Drawn]:
    if np.isfinite(finding.y).any():
        yield from _measured(finding)
    fitted = "of the slopes" if finding.rate else "on all rows"
    front = (
        f"Each point is a candidate, the ring the pick: left its error {fitted}, right that of the "
        "same form fitted to the inner rows alone, on the outermost ones."
    )
    yield ("front", "Error against complexity", front, lambda: draw_front(finding))
    agreement = (
        "How many of the random starts of its structure ended in each form; a dash where none was "
        "needed, as for a constant, a plane or a polynomial."
    )
    yield ("agreement", "Agreement over starts", agreement, lambda: draw_agreement(finding))
    if draw_constants(finding) is not None:
        constants = "Each measured constant with one (thick) and two (thin) standard errors."
        yield ("constants", "Constants", constants, lambda: draw_constants(finding))


def _measured(finding: Finding) -> Iterator[_Drawn]:
    """List the figures that need measurements of the target."""
    yield ("fit", "Fit and extrapolation", _about_fit(finding), lambda: draw_fit(finding))
    parity = "On the line, the equation gives exactly what was measured."
    yield ("parity", "Parity", parity, lambda: draw_parity(finding))
    label = finding.chosen.noise.label(finding.left)
    residuals = (
        f"What the equation leaves ({label}) against the fit and each input. The band holds 95 % "
        "of the noise that was estimated; a pattern in it would be structure that was missed."
    )
    yield ("residuals", "Residuals", residuals, lambda: draw_residuals(finding))


def _about_fit(finding: Finding) -> str:
    if len(finding.inputs) == 1:
        return (
            "The equation fitted to all rows, with the 95 % band that follows from its constants. "
            "It goes on where the background is grey, beyond the data."
        )
    return (
        "Relative error of each row, from the middle of the data outwards; dashed lines are "
        "medians. Held-out rows that are no worse than the others speak for a law."
    )
