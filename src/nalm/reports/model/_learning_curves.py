"""Learning curves: the errors of an experiment's runs against the step."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray
from nalm.experiments import Chart, Experiment, Mark, Trained, View
from nalm.reports.interface._frames import Frame, make_frame
from nalm.reports.model._places import by_setting

FEW = 5
"""Seeds up to which each run has a line of its own."""

POINTS = 200
"""Evaluations of a curve at most."""

BAND = (0.1, 0.5, 0.9)
"""Quantiles of the runs of a setting: ends of the band, and the line in it."""

_LABELS = ("unit", "task", "interpolation", "extrapolation", "parameter", "place")


def learning_curves(experiment: Experiment) -> View:
    """Describe the learning curves of an experiment: validation and test error against the step.

    Up to five seeds have one line per run. More are shown as the median over the runs of a setting,
    in a band from their 10 % to their 90 % quantile; quantiles are errors of runs, without
    interpolation. What is not a number counts as infinite. A run that ended before the others, by
    early stopping, keeps its last error. A curve has at most 200 evaluations.

    Args:
        experiment: Whose runs.

    Returns:
        The view; a row of panels per task, range and parameter, a colour per unit.

    Example:
        >>> from nalm.experiments.catalogue import entries
        >>> learning_curves(entries()["mistry2021division/fig3"]).name
        'mistry2021division/fig3-curves'
    """
    few = experiment.seeds <= FEW
    text = "mean squared error" + ("" if few else " (median, 10–90 %)")
    return View(
        name=f"{experiment.name}-curves",
        title=f"{experiment.title or experiment.name}: learning curves",
        source=experiment.source,
        note="" if few else "Lines: median over the runs. Bands: their 10 % to 90 % quantiles.",
        experiment=experiment,
        compute=_lines if few else _bands,
        chart=Chart(
            mark=Mark.LINE,
            x="step",
            y="mse",
            series="unit",
            line="seed" if few else "",
            panel="error",
            row="place",
            low="" if few else "low",
            high="" if few else "high",
            log_y=True,
            labels=(("mse", text),),
        ),
    )


def _lines(runs: Sequence[Trained]) -> Frame:
    rows = [
        {**labels, "error": error, "seed": run.seed, "step": int(step), "mse": float(value)}
        for labels, own in by_setting(runs)
        for error, steps, values in _errors(own)
        for run, line in zip(own, values, strict=True)
        for step, value in zip(steps, line, strict=True)
    ]
    return make_frame(rows, (*_LABELS, "error", "seed", "step", "mse"))


def _bands(runs: Sequence[Trained]) -> Frame:
    rows = [
        {**labels, "error": error, "runs": len(own), "step": int(step)}
        | dict(zip(("low", "mse", "high"), map(float, ends), strict=True))
        for labels, own in by_setting(runs)
        for error, steps, values in _errors(own)
        for step, ends in zip(steps, _quantiles(values), strict=True)
    ]
    return make_frame(rows, (*_LABELS, "error", "runs", "step", "mse", "low", "high"))


def _errors(runs: Sequence[Trained]) -> list[tuple[str, NDArray[np.int64], FloatArray]]:
    """Return name, steps and values `(runs, evaluations)` of both errors."""
    traces = [run.stored.trace for run in runs]
    steps = max((trace.step for trace in traces), key=len)
    chosen = thinned(len(steps))
    validation, test = (
        np.stack([values[np.minimum(chosen, len(values) - 1)] for values in each])
        for each in ([t.validation for t in traces], [t.test for t in traces])
    )
    return [("validation", steps[chosen], validation), ("test", steps[chosen], test)]


def thinned(evaluations: int) -> NDArray[np.int64]:
    """Choose at most 200 of some evaluations, evenly and with both ends."""
    return np.unique(np.linspace(0, evaluations - 1, min(evaluations, POINTS)).round()).astype(int)


def _quantiles(values: FloatArray) -> FloatArray:
    known = np.where(np.isnan(values), np.inf, values)
    # Between a number and infinity there is nothing to interpolate.
    return np.quantile(known, BAND, axis=0, method="inverted_cdf").T
