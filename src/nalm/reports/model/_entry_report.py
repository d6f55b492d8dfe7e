"""From a catalogue entry and a store to the entry's report."""

from nalm.experiments import (
    Computation,
    Entry,
    Experiment,
    View,
    measure_all,
    summarise,
    trained,
)
from nalm.reports.interface._frames import Frame
from nalm.reports.interface._report import Report
from nalm.reports.model._build import report_computation, report_training, report_view
from nalm.results import Store
from nalm.statistics import Mode


def report_entry(entry: Entry, store: Store, *, mode: Mode = Mode.FIXED) -> Report:
    """Make the report of any entry from what a store has of it.

    Args:
        entry: An experiment, a view or a computation.
        store: Where the runs are; a computation needs none.
        mode: How sparsity errors are averaged.

    Returns:
        The report; settings without runs are in it as such.

    Raises:
        InvalidValueError: If the data lack a column of the chart.

    Example:
        >>> import tempfile
        >>> experiment = Experiment(name="paper/what", title="", source="", settings=())
        >>> with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/runs.db") as store:
        ...     report_entry(experiment, store).name
        'paper/what'
    """
    if isinstance(entry, Computation):
        return report_computation(entry)
    if isinstance(entry, View):
        return report_view(entry, list(trained(entry.experiment, store)))
    rows = summarise(entry, store, mode=mode)
    return report_training(entry, rows, measured=_measured(entry, store))


def _measured(experiment: Experiment, store: Store) -> Frame | None:
    return measure_all(experiment, store) if experiment.measurements else None
