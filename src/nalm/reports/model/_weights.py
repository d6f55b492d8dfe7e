"""The weights of an experiment's runs: where they ended, and how they came there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nalm.errors import InvalidValueError
from nalm.experiments import Chart, Experiment, Mark, Trained, View
from nalm.reports.interface._frames import Frame, Record, make_frame
from nalm.reports.model._learning_curves import thinned
from nalm.reports.model._places import by_setting

MOST = 2_000_000
"""Values of a view at most."""

_LABELS = ("unit", "task", "interpolation", "extrapolation", "parameter", "place")


def final_weights(experiment: Experiment) -> View:
    """Describe where the weights of an experiment's runs ended: a histogram of each tensor.

    All ranges of a unit are in one panel, solved runs and others in two colours. Buffers that
    training changed are shown too; what is complex is shown by its magnitude.

    Args:
        experiment: Whose runs.

    Returns:
        The view.

    Example:
        >>> from nalm.experiments.catalogue import entries
        >>> final_weights(entries()["mistry2021division/fig3"]).name
        'mistry2021division/fig3-weights'
    """
    return View(
        name=f"{experiment.name}-weights",
        title=f"{experiment.title or experiment.name}: final weights",
        source=experiment.source,
        note="The final weights of all stored runs. Choose a range with --where.",
        experiment=experiment,
        compute=_final,
        chart=Chart(mark=Mark.HISTOGRAM, x="value", series="outcome", panel="weights"),
    )


def weight_trajectories(experiment: Experiment) -> View:
    """Describe the weights of an experiment's runs against the step, if they were recorded.

    Args:
        experiment: Whose runs; see `nalm.experiments.Options.record_weights`.

    Returns:
        The view; a row of panels per task, range and parameter, a panel per tensor of a unit, a
        colour per weight and a line per run. A line has at most 200 evaluations.

    Example:
        >>> from nalm.experiments.catalogue import entries
        >>> weight_trajectories(entries()["mistry2021division/fig3"]).name
        'mistry2021division/fig3-trajectories'
    """
    return View(
        name=f"{experiment.name}-trajectories",
        title=f"{experiment.title or experiment.name}: trajectories of the weights",
        source=experiment.source,
        experiment=experiment,
        compute=_trajectories,
        chart=Chart(
            mark=Mark.LINE,
            x="step",
            y="value",
            series="weight",
            line="seed",
            panel="weights",
            row="place",
        ),
    )


def _final(runs: Sequence[Trained]) -> Frame:
    rows = [
        {**labels, **weight, "seed": run.seed, "outcome": _outcome(run), "value": float(value)}
        for labels, own in by_setting(runs)
        for run in own
        for weight, value in _each(str(labels["unit"]), run.stored.parameters)
    ]
    _check(runs, len(rows))
    return make_frame(rows, (*_LABELS, "weights", "weight", "seed", "outcome", "value"))


def _trajectories(runs: Sequence[Trained]) -> Frame:
    recorded = [run for run in runs if run.stored.trajectory]
    if not recorded:
        raise InvalidValueError(
            "--view trajectories: expected runs that recorded their weights, found none among "
            f"{len(runs)}. Train them with `nalm run --record-weights`, in another file with "
            "--store FILE: runs that are stored are not trained again."
        )
    _check(recorded, sum(_count(run) for run in recorded))
    rows: list[Record] = []
    for labels, own in by_setting(recorded):
        for run in own:
            step = run.stored.trace.step
            chosen = thinned(len(step))
            stacks = {name: values[chosen] for name, values in run.stored.trajectory.items()}
            rows += [
                {**labels, **weight, "seed": run.seed, "step": int(at), "value": float(value)}
                for weight, line in _each(str(labels["unit"]), stacks, over_time=True)
                for at, value in zip(step[chosen], line, strict=True)
            ]
    return make_frame(rows, (*_LABELS, "weights", "weight", "seed", "step", "value"))


def _each(
    unit: str, arrays: Mapping[str, NDArray[Any]], *, over_time: bool = False
) -> Iterator[tuple[dict[str, str], Any]]:
    """Yield every weight of some tensors: what it is called, and its value or values over time."""
    for name, array in arrays.items():
        real = np.abs(array) if np.iscomplexobj(array) else array.astype(np.float64)
        last = np.moveaxis(real, 0, -1) if over_time else real
        for index in np.ndindex(last.shape[:-1] if over_time else last.shape):
            place = f"[{','.join(map(str, index))}]" if index else name
            yield {"weights": f"{unit}: {name}", "weight": place}, last[index]


def _outcome(run: Trained) -> str:
    if np.isnan(run.setting.threshold):
        return "all runs"
    return "solved" if run.metrics.solved else "not solved"


def _count(run: Trained) -> int:
    weights = sum(array[0].size for array in run.stored.trajectory.values())
    return weights * len(thinned(len(run.stored.trace.step)))


def _check(runs: Sequence[Trained], values: int) -> None:
    if values > MOST:
        raise InvalidValueError(
            f"--view: expected at most {MOST:,} values, found {values:,} of {len(runs)} runs. "
            "Choose fewer runs with --seeds and --where."
        )
