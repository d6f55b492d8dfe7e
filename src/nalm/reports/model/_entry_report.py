"""From a catalogue entry and a store to the entry's report."""

from nalm.errors import InvalidValueError
from nalm.experiments import Entry, Experiment, Figure, measure_all, summarise, trained
from nalm.reports.interface._report import Report
from nalm.reports.model._build import report_figure, report_training
from nalm.results import Store
from nalm.statistics import Mode


def report_entry(entry: Entry, store: Store | None = None, *, mode: Mode = Mode.FIXED) -> Report:
    """Make the report of any entry from what a store has of it.

    Args:
        entry: An experiment, a view or a computation.
        store: Where the runs are; None will do for what is computed.
        mode: How sparsity errors are averaged.

    Returns:
        The report; settings without runs are in it as such.

    Raises:
        InvalidValueError: If the data lack a column of the chart, or runs are needed and there is
            no store.

    Example:
        >>> import tempfile
        >>> experiment = Experiment(name="paper/what", title="", source="", settings=())
        >>> with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/runs.db") as store:
        ...     report_entry(experiment, store).name
        'paper/what'
    """

    def summarised(experiment: Experiment) -> Report:
        runs = _needed(store, experiment)
        measured = measure_all(experiment, runs) if experiment.measurements else None
        return report_training(
            experiment, summarise(experiment, runs, mode=mode), measured=measured
        )

    def drawn(figure: Figure) -> Report:
        part = figure.trained_part()
        return report_figure(figure, [] if part is None else [*trained(part, _needed(store, part))])

    return entry.either(experiment=summarised, figure=drawn)


def _needed(store: Store | None, experiment: Experiment) -> Store:
    if store is None:
        raise InvalidValueError(
            f"report_entry: expected the store of the runs of {experiment.name}, found none. Open "
            "the file that they are in."
        )
    return store
