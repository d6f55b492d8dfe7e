"""One plot of a fitted estimator, on matplotlib axes."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from nalm.discovery import FittedData
from nalm.errors import InvalidValueError
from nalm.reports.discovery._choice_plot import front_panel
from nalm.reports.discovery._finding import Finding
from nalm.reports.discovery._fit_plot import fit_panel
from nalm.reports.discovery._fitted import findings_of, motion_in
from nalm.reports.discovery._motion import Motion
from nalm.reports.discovery._motion_plot import left_out, state_panel, trajectory_panel
from nalm.reports.discovery._residual_plot import parity_panel, residual_panel
from nalm.reports.drawing._canvas import AnyAxes
from nalm.reports.drawing._style import FAINT, style

SIZE = (5.4, 4.6)
"""Width and height of a figure, in inches."""

_PANELS: Mapping[str, Callable[[AnyAxes, Finding], None]] = MappingProxyType(
    {
        "fit": fit_panel,
        "parity": parity_panel,
        "residuals": residual_panel,
        "front": front_panel,
    }
)
_OVER_TIME: Mapping[str, Callable[..., None]] = MappingProxyType(
    {
        "fit": trajectory_panel,
        "parity": partial(state_panel, residuals=False),
        "residuals": partial(state_panel, residuals=True),
    }
)


def plot(
    model: Any,  # noqa: ANN401  (scikit-learn's estimators have no types)
    data: FittedData,
    *,
    kind: str,
    outputs: Sequence[int],
    ax: Any = None,  # noqa: ANN401
) -> list[AnyAxes]:
    """Draw one plot for each output.

    Args:
        model: A fitted `SymbolicRegressor` or `DynamicsRegressor`.
        data: Of its fit.
        kind: "fit", "parity", "residuals" or "front".
        outputs: Numbers of the outputs.
        ax: Axes, or a list of them; None for a new figure for each.

    Returns:
        The axes, one for each of these outputs.

    Raises:
        InvalidValueError: If there is no such kind, or `ax` has another number.
    """
    if kind not in _PANELS:
        raise InvalidValueError(
            f"`kind` must be one of {', '.join(map(repr, _PANELS))}; found {kind!r}."
        )
    findings = findings_of(data)
    motion = motion_in(model, data) if data.rate and kind in _OVER_TIME else None
    with style():
        axes = _new(len(outputs)) if ax is None else _given(ax, len(outputs))
        for own, output in zip(axes, outputs, strict=True):
            _draw(own, kind, finding=findings[output], motion=motion, state=output)
            _add_legend(own, outside=ax is None)
    return axes


def _draw(ax: AnyAxes, kind: str, *, finding: Finding, motion: Motion | None, state: int) -> None:
    if motion is None:
        _PANELS[kind](ax, finding)
    else:
        _OVER_TIME[kind](ax, motion, state=state)
        if some := left_out(motion):
            ax.set_title(some, loc="right", fontsize="small", fontweight="normal")


def _add_legend(ax: AnyAxes, *, outside: bool) -> None:
    """Explain the marks, where none of the legend's looks like a row of the data."""
    if not ax.get_legend_handles_labels()[0]:
        return
    if outside:
        above = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "borderaxespad": 0.3}
        ax.legend(ncols=2, **above)
    else:  # there may be no room around axes that were given
        ax.legend(frameon=True, framealpha=0.9, edgecolor=FAINT, fancybox=False)


def _new(count: int) -> list[AnyAxes]:
    # With pyplot, so that notebooks show the figure and `plt.show` does.
    import matplotlib.pyplot as plt

    any_plt: Any = plt
    return [any_plt.subplots(figsize=SIZE, layout="constrained")[1] for _ in range(count)]


def _given(ax: Any, count: int) -> list[AnyAxes]:  # noqa: ANN401
    axes = list(getattr(ax, "flat", ax)) if hasattr(ax, "__len__") else [ax]
    if len(axes) != count:
        raise InvalidValueError(
            f"`ax` must be one for each of {count} outputs; found {len(axes)}. Choose one output "
            "with `output=`, or give as many."
        )
    return axes
