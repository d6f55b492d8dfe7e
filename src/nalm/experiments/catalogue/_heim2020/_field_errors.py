"""Errors of networks on measured fields: values between and beyond the points, and slopes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch

from nalm._typing import FloatArray
from nalm.errors import InvalidTypeError
from nalm.experiments._measurement import Measured, Measurement
from nalm.experiments._scale import Scale
from nalm.experiments._trained import Trained
from nalm.tasks import MeasuredPart, MeasuredPoints, MeasuredSet
from nalm.tasks._data._measured_sets import INPUTS, flux_grid

HELD = (MeasuredPart.INTERPOLATION, MeasuredPart.EXTRAPOLATION)
SPLINE = "cubic interpolation"
COLUMNS = ("unit", "part", "seed", "rms_error")


@dataclass(frozen=True, kw_only=True)
class FieldErrors(Measurement):
    """Root mean squared error over every held point, and for the flux linkage of its slopes.

    The slopes are those of a bicubic spline through all measured values, per ampere and per
    radian.
    """

    def __call__(self, run: Trained) -> list[Measured]:
        """Measure a run: ``rms_error`` of each part."""
        points, network = _points(run), run.network().double()
        found: list[Measured] = []
        for part in HELD:
            rows = replace(points, held=part).held_part()
            x = torch.tensor(rows, requires_grad=True)
            y = network(x)
            error = y.detach().numpy() - rows[:, INPUTS:]
            found.append(Measured("rms_error", _rms(error), part.value, scale=Scale.POSITIVE))
            if points.data is MeasuredSet.FLUX_LINKAGE:
                (slopes,) = torch.autograd.grad(y.sum(), x)
                per = slopes[:, :INPUTS].numpy() * [0.1, 1.0]  # a unit of current is 10 A
                errors = (per - _measured_slopes(rows)).T
                for word, each in zip(("by current", "by angle"), errors, strict=True):
                    found.append(
                        Measured(
                            "rms_error",
                            _rms(each),
                            f"{part.value}, slope {word}",
                            scale=Scale.POSITIVE,
                        )
                    )
        return found


def field_errors(runs: Sequence[Trained]) -> pd.DataFrame:
    """List the errors of every run, and of a cubic interpolation of the training points.

    Args:
        runs: Runs of one experiment.
    """
    rows = [
        (run.setting.unit, found.task, run.seed, found.value)
        for run in runs
        for found in FieldErrors()(run)
        if "slope" not in found.task
    ]
    if runs:
        rows += _interpolated(_points(runs[0]))
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _points(run: Trained) -> MeasuredPoints:
    points = run.setting.extrapolation
    if not isinstance(points, MeasuredPoints):
        raise InvalidTypeError(
            f"FieldErrors: expected MeasuredPoints, found {type(points).__name__}. "
            "Measure something else."
        )
    return points


def _rms(error: FloatArray) -> float:
    return float(np.sqrt(np.mean(error**2)))


def _measured_slopes(rows: FloatArray) -> FloatArray:
    from scipy.interpolate import RectBivariateSpline  # pyright: ignore

    grid = flux_grid()
    spline: Any = RectBivariateSpline(np.radians(grid.angle), grid.current, grid.flux)
    at = rows[:, 1], rows[:, 0] * 10
    return np.column_stack([spline.ev(*at, dy=1), spline.ev(*at, dx=1)])


def _interpolated(points: MeasuredPoints) -> Iterator[tuple[str, str, int, float]]:
    """Interpolate the training points: cubic triangles between them, the nearest beyond."""
    from scipy.interpolate import CloughTocher2DInterpolator, NearestNDInterpolator  # pyright: ignore

    trained = replace(points, held=MeasuredPart.TRAIN).held_part()
    at, values = trained[:, :INPUTS], trained[:, INPUTS:]
    between = cast("Any", CloughTocher2DInterpolator(at, values))
    beyond = cast("Any", NearestNDInterpolator(at, values))
    for part in HELD:
        rows = replace(points, held=part).held_part()
        x = rows[:, :INPUTS]
        inside = cast("FloatArray", between(x))
        found = np.where(np.isnan(inside), cast("FloatArray", beyond(x)), inside)
        yield SPLINE, part.value, 0, _rms(found - rows[:, INPUTS:])
