"""From an entry of the catalogue to its chapter of a page."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nalm.experiments import Entry, Experiment
    from nalm.reports.formats import Format
    from nalm.reports.html import Chapter
    from nalm.results import Store


def chapter_of(entry: "Entry", store: "Store", *, mode: str, command: str) -> "Chapter":
    """Make the chapter of an entry from what a store has of it.

    Args:
        entry: What to show.
        store: Where its runs are.
        mode: How sparsity errors are averaged, ``paper`` or ``fixed``.
        command: The command line that makes the chapter's data again.

    Returns:
        The chapter.
    """
    from nalm.experiments import View
    from nalm.reports import list_runs, report_entry
    from nalm.reports.html import make_chapter
    from nalm.statistics import Mode

    part = trained_part(entry)
    return make_chapter(
        report_entry(entry, store, mode=Mode.PAPER if mode == "paper" else Mode.FIXED),
        () if part is None else list_runs(part, store),
        command=command,
        drawn_from=entry.experiment.name if isinstance(entry, View) else "",
    )


def with_runs(form: "Format", entry: "Entry", *, store: Path, command: str) -> "Format":
    """Give a format that can show single runs those of an entry.

    Args:
        form: Any format.
        entry: What will be shown.
        store: The results file.
        command: The command line that makes the report's data again.

    Returns:
        The same format, with the runs if it shows them.
    """
    from nalm.experiments import View
    from nalm.reports import list_runs
    from nalm.reports.formats import HTMLFormat
    from nalm.results import Store

    if not isinstance(form, HTMLFormat):
        return form
    part = trained_part(entry)
    if part is None:
        return HTMLFormat(command=command)
    with Store(store, read_only=True) as opened:
        runs = list_runs(part, opened)
    drawn_from = part.name if isinstance(entry, View) else ""
    return HTMLFormat(runs=runs, command=command, drawn_from=drawn_from)


def trained_part(entry: "Entry") -> "Experiment | None":
    """Return the experiment whose runs an entry shows.

    Args:
        entry: Any entry.

    Returns:
        The entry itself, a view's experiment, or None for what is computed.

    Example:
        >>> from nalm.experiments import Computation
        >>> trained_part(Computation(name="p/w", title="", source="", compute=lambda: None)) is None
        True
    """
    from nalm.experiments import Experiment, View

    if isinstance(entry, View):
        return entry.experiment
    return entry if isinstance(entry, Experiment) else None
