"""From a catalogue entry to its report."""

from collections.abc import Sequence

from nalm.errors import InvalidValueError
from nalm.experiments import Computation, Experiment, Row
from nalm.reports._curve_report import CURVE_COLUMNS, CurveReport, with_published
from nalm.reports._report import Report
from nalm.reports._surface_report import SURFACE_COLUMNS, SurfaceReport
from nalm.reports._table import table
from nalm.reports._training_report import TrainingReport


def report_training(experiment: Experiment, rows: Sequence[Row]) -> Report:
    """Make the report of an experiment that was trained.

    Args:
        experiment: The experiment.
        rows: Its summary, from `nalm.experiments.summarise`.

    Returns:
        The report.

    Example:
        >>> experiment = Experiment(name="paper/what", title="", source="", settings=())
        >>> report_training(experiment, []).name
        'paper/what'
    """
    return TrainingReport(
        name=experiment.name,
        title=experiment.title,
        source=experiment.source,
        note=experiment.note,
        frame=table(rows),
    )


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
    frame = computation.compute()
    columns = {str(name) for name in frame.columns}
    texts = {
        "name": computation.name,
        "title": computation.title,
        "source": computation.source,
        "note": computation.note,
    }
    if columns >= CURVE_COLUMNS:
        return CurveReport(frame=with_published(computation.name, frame), **texts)
    if columns >= SURFACE_COLUMNS:
        return SurfaceReport(frame=frame, logarithmic=logarithmic, **texts)
    raise InvalidValueError(
        f"{computation.name}: expected the columns {sorted(CURVE_COLUMNS)} or "
        f"{sorted(SURFACE_COLUMNS)}, found {sorted(columns)}."
    )
