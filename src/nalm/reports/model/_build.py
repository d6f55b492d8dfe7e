"""From a catalogue entry to its report."""

import math
from collections.abc import Sequence
from typing import TypedDict

from nalm.errors import InvalidValueError
from nalm.experiments import Computation, Entry, Experiment, Figure, Row, Trained, View
from nalm.reports.interface._frames import Frame
from nalm.reports.interface._report import Report
from nalm.reports.model._chart_report import ChartReport
from nalm.reports.model._curve_report import CURVE_COLUMNS, CurveReport, with_published
from nalm.reports.model._measurement_report import MeasurementReport
from nalm.reports.model._measurement_table import measurement_table
from nalm.reports.model._surface_report import SURFACE_COLUMNS, SurfaceReport
from nalm.reports.model._table import table
from nalm.reports.model._training_report import TrainingReport


def report_training(
    experiment: Experiment, rows: Sequence[Row], *, measured: Frame | None = None
) -> Report:
    """Make the report of an experiment that was trained.

    Args:
        experiment: The experiment.
        rows: Its summary, from `nalm.experiments.summarise`.
        measured: What `nalm.experiments.measure_all` returns, for an experiment that has
            measurements.

    Returns:
        The report of the success, with what was measured below it; of the measurements alone where
        no setting has a threshold.

    Example:
        >>> experiment = Experiment(name="paper/what", title="", source="", settings=())
        >>> report_training(experiment, []).name
        'paper/what'
    """
    texts = _texts(experiment)
    below: tuple[Report, ...] = ()
    if measured is not None:
        frame = measurement_table(measured, expected_runs=experiment.seeds, trial=experiment.trial)
        below = (MeasurementReport(frame=frame, measured=measured, **texts),)
        if all(math.isnan(setting.threshold) for setting in experiment.settings):
            return below[0]
    named = {str(s.parameter): s.parameter for s in experiment.settings if s.parameter}
    parameters = tuple(named.values())
    return TrainingReport(
        frame=table(rows, trial=experiment.trial),
        parameters=parameters,
        chart=experiment.chart,
        below=below,
        **texts,
    )


def report_view(view: View, runs: Sequence[Trained]) -> Report:
    """Make the report of a figure of trained networks.

    Args:
        view: What to show.
        runs: The stored runs of its experiment, from `nalm.experiments.trained`.

    Returns:
        The report.

    Raises:
        InvalidValueError: If the rows lack a column of the chart.

    Example:
        >>> import pandas as pd
        >>> from nalm.experiments import Chart, Mark
        >>> entry = Experiment(name="paper/what", title="", source="", settings=())
        >>> gates = View(
        ...     name="paper/gates",
        ...     title="",
        ...     source="",
        ...     experiment=entry,
        ...     compute=lambda runs: pd.DataFrame({"gate": [0.0, 1.0]}),
        ...     chart=Chart(mark=Mark.HISTOGRAM, x="gate"),
        ... )
        >>> len(report_view(gates, []).frame)
        2
    """
    return report_figure(view, runs)


def report_computation(computation: Computation, *, logarithmic: bool | None = None) -> Report:
    """Compute a curve or a surface and make its report.

    Args:
        computation: What to compute.
        logarithmic: Whether a surface's colours are logarithmic; None decides by the data.

    Returns:
        The report.

    Raises:
        InvalidValueError: If the data have the columns of neither a curve nor a surface.

    Example:
        >>> import pandas as pd
        >>> data = pd.DataFrame([{"unit": "NAU", "w1": 0.0, "w2": 0.0, "error": 13.2}])
        >>> point = Computation(name="paper/map", title="", source="", compute=lambda: data)
        >>> len(report_computation(point).frame)
        1
    """
    return report_figure(computation, logarithmic=logarithmic)


def report_figure(
    figure: Figure, runs: Sequence[Trained] = (), *, logarithmic: bool | None = None
) -> Report:
    """Make the report of any figure.

    Args:
        figure: What to show.
        runs: The stored runs that it is drawn from, if any.
        logarithmic: Whether a surface's colours are logarithmic; None decides by the data.

    Raises:
        InvalidValueError: If the rows have not the columns that they are drawn by.
    """
    frame, chart = figure.rows(runs), figure.drawn_as()
    texts = _texts(figure)
    if chart is not None:
        return ChartReport(frame=frame, chart=chart, **texts)
    columns = {str(name) for name in frame.columns}
    if columns >= CURVE_COLUMNS:
        return CurveReport(frame=with_published(figure.name, frame), **texts)
    if columns >= SURFACE_COLUMNS:
        return SurfaceReport(frame=frame, logarithmic=logarithmic, **texts)
    raise InvalidValueError(
        f"{figure.name}: expected the columns {sorted(CURVE_COLUMNS)} or "
        f"{sorted(SURFACE_COLUMNS)}, found {sorted(columns)}."
    )


class _Texts(TypedDict):
    name: str
    title: str
    source: str
    note: str
    trial: bool


def _texts(entry: Entry) -> _Texts:
    part = entry.trained_part()
    return _Texts(
        name=entry.name,
        title=entry.title,
        source=entry.source,
        note=entry.note,
        trial=part is not None and part.trial,
    )
