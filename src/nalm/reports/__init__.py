"""Reports: what is shown.

`table` joins the rows of a summary with the published numbers; `report_training` and
`report_computation` make a `Report` that knows its tables and its figure; a format from
`nalm.reports.formats` turns a report into bytes and `write_atomically` into a file. The published
numbers lie in ``published/``, one file per paper, each with the place where it was read.
"""

from typing import TYPE_CHECKING

from nalm._lazy import at_first_use

if TYPE_CHECKING:
    from nalm.reports._files import write_atomically
    from nalm.reports.interface._grid import Cell, Grid, Listing
    from nalm.reports.interface._report import Report
    from nalm.reports.model._build import report_computation, report_training, report_view
    from nalm.reports.model._chart_report import ChartReport
    from nalm.reports.model._curve_report import CurveReport
    from nalm.reports.model._entry_report import report_entry
    from nalm.reports.model._learning_curves import learning_curves
    from nalm.reports.model._measurement_report import MeasurementReport
    from nalm.reports.model._measurement_table import measurement_table
    from nalm.reports.model._runs import RunRow, SettingRuns, list_runs
    from nalm.reports.model._surface_report import SurfaceReport
    from nalm.reports.model._table import table
    from nalm.reports.model._training_report import TrainingReport
    from nalm.reports.model._training_views import TRAINING_VIEWS, training_view
    from nalm.reports.model._weights import final_weights, weight_trajectories
    from nalm.reports.published._citations import Citation, citations, cite
    from nalm.reports.published._comparison import compare
    from nalm.reports.published._names import ALL_RANGES, file_stem, unit_key
    from nalm.reports.published._published import (
        Published,
        published_number,
        published_papers,
        read_published,
    )

__all__ = [
    "ALL_RANGES",
    "TRAINING_VIEWS",
    "Cell",
    "ChartReport",
    "Citation",
    "CurveReport",
    "Grid",
    "Listing",
    "MeasurementReport",
    "Published",
    "Report",
    "RunRow",
    "SettingRuns",
    "SurfaceReport",
    "TrainingReport",
    "citations",
    "cite",
    "compare",
    "file_stem",
    "final_weights",
    "learning_curves",
    "list_runs",
    "measurement_table",
    "published_number",
    "published_papers",
    "read_published",
    "report_computation",
    "report_entry",
    "report_training",
    "report_view",
    "table",
    "training_view",
    "unit_key",
    "weight_trajectories",
    "write_atomically",
]

__getattr__ = at_first_use(
    __name__,
    {
        "nalm.reports._files": "write_atomically",
        "nalm.reports.interface._grid": "Cell Grid Listing",
        "nalm.reports.interface._report": "Report",
        "nalm.reports.model._build": "report_computation report_training report_view",
        "nalm.reports.model._chart_report": "ChartReport",
        "nalm.reports.model._curve_report": "CurveReport",
        "nalm.reports.model._entry_report": "report_entry",
        "nalm.reports.model._learning_curves": "learning_curves",
        "nalm.reports.model._measurement_report": "MeasurementReport",
        "nalm.reports.model._measurement_table": "measurement_table",
        "nalm.reports.model._runs": "RunRow SettingRuns list_runs",
        "nalm.reports.model._surface_report": "SurfaceReport",
        "nalm.reports.model._table": "table",
        "nalm.reports.model._training_report": "TrainingReport",
        "nalm.reports.model._training_views": "TRAINING_VIEWS training_view",
        "nalm.reports.model._weights": "final_weights weight_trajectories",
        "nalm.reports.published._citations": "Citation citations cite",
        "nalm.reports.published._comparison": "compare",
        "nalm.reports.published._names": "ALL_RANGES file_stem unit_key",
        "nalm.reports.published._published": (
            "Published published_number published_papers read_published"
        ),
    },
)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
