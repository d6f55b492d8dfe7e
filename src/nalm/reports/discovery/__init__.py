"""Discoveries: what is shown of an equation that was found in data.

`Finding` is a `nalm.discovery.Discovery` beside its data, `Motion` the trajectories of a system
beside what its equations say, `Grouping` the form and the constants of several groups.
`discovery_page` writes both as one web page that needs nothing else,
`discovery_view` arranges a finding for a terminal, `as_object` for JSON; the functions ``draw_…``
make single figures. `plot` and `write_report` are the methods `plot` and `report` of an estimator.
"""

from typing import TYPE_CHECKING

from nalm._lazy import at_first_use

if TYPE_CHECKING:
    from nalm.discovery import Constant, constants_of
    from nalm.reports.discovery._candidates import as_object, candidate_frame
    from nalm.reports.discovery._choice_plot import draw_agreement, draw_front
    from nalm.reports.discovery._constants import measured
    from nalm.reports.discovery._constants_plot import draw_constants
    from nalm.reports.discovery._finding import Finding, standard_error
    from nalm.reports.discovery._fit_plot import draw_fit
    from nalm.reports.discovery._fitted import findings_of, write_report
    from nalm.reports.discovery._grouping import Grouping
    from nalm.reports.discovery._motion import Motion, Trajectory
    from nalm.reports.discovery._motion_plot import draw_phase, draw_trajectories
    from nalm.reports.discovery._page import discovery_page
    from nalm.reports.discovery._plot import plot
    from nalm.reports.discovery._residual_plot import draw_parity, draw_residuals
    from nalm.reports.discovery._simulated import motion_of
    from nalm.reports.discovery._terminal import discovery_view, grouping_view
    from nalm.reports.discovery._words import equation, headline, latex_equation, meaning

__all__ = [
    "Constant",
    "Finding",
    "Grouping",
    "Motion",
    "Trajectory",
    "as_object",
    "candidate_frame",
    "constants_of",
    "discovery_page",
    "discovery_view",
    "draw_agreement",
    "draw_constants",
    "draw_fit",
    "draw_front",
    "draw_parity",
    "draw_phase",
    "draw_residuals",
    "draw_trajectories",
    "equation",
    "findings_of",
    "grouping_view",
    "headline",
    "latex_equation",
    "meaning",
    "measured",
    "motion_of",
    "plot",
    "standard_error",
    "write_report",
]

__getattr__ = at_first_use(
    __name__,
    {
        "nalm.discovery": "Constant constants_of",
        "nalm.reports.discovery._candidates": "as_object candidate_frame",
        "nalm.reports.discovery._choice_plot": "draw_agreement draw_front",
        "nalm.reports.discovery._constants": "measured",
        "nalm.reports.discovery._constants_plot": "draw_constants",
        "nalm.reports.discovery._finding": "Finding standard_error",
        "nalm.reports.discovery._fit_plot": "draw_fit",
        "nalm.reports.discovery._fitted": "findings_of write_report",
        "nalm.reports.discovery._grouping": "Grouping",
        "nalm.reports.discovery._motion": "Motion Trajectory",
        "nalm.reports.discovery._motion_plot": "draw_phase draw_trajectories",
        "nalm.reports.discovery._page": "discovery_page",
        "nalm.reports.discovery._plot": "plot",
        "nalm.reports.discovery._residual_plot": "draw_parity draw_residuals",
        "nalm.reports.discovery._simulated": "motion_of",
        "nalm.reports.discovery._terminal": "discovery_view grouping_view",
        "nalm.reports.discovery._words": "equation headline latex_equation meaning",
    },
)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
