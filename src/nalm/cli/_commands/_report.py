"""``nalm report``: our numbers beside the paper's."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nalm.cli._laboratory._chapter import with_runs
from nalm.cli._laboratory._laboratory import ALL, OUTPUT, report_all
from nalm.cli._laboratory._selection import Selection, selection_options, store_option
from nalm.cli._laboratory._target import Target, target_options
from nalm.errors import InvalidValueError, StoreError

if TYPE_CHECKING:
    from nalm.experiments import Entry
    from nalm.reports import Report
    from nalm.reports.formats import Format


@click.command("report", short_help="Print or write a table or a figure.")
@selection_options
@store_option
@target_options
@click.option(
    "--mode",
    type=click.Choice(["paper", "fixed"]),
    default="fixed",
    show_default=True,
    help="Sparsity errors as published (halved by a slip in their fit), or right.",
)
@click.option(
    "--table",
    "part",
    type=click.Choice(["settings", "measurements"]),
    help="Of an experiment with both: success by setting, or what was measured on the networks. "
    "By default both where the format has room, the first in a CSV and in a figure.",
)
@click.option(
    "--view",
    metavar="VIEW",
    help="Of what was trained: curves (errors against the step), weights (where they ended), "
    "trajectories (weights against the step, if `nalm run --record-weights` recorded them).",
)
def report_command(
    *,
    selection: Selection,
    store: Path,
    target: Target,
    mode: str,
    part: str | None,
    view: str | None,
) -> None:
    """Show experiment NAME as the paper does: our numbers beside the published ones.

    NAME is one of `nalm list`, or a variable of a file of yours: my.py:division.

    With NAME `all`, write one page of all that the store has of `nalm list`: report.html.
    """
    from nalm.reports import report_entry

    if selection.name == ALL and view is not None:
        raise InvalidValueError(f"--view: expected the name of one experiment, found {ALL!r}.")
    if selection.name == ALL:
        report_all(selection, store, kind=target.kind, output=target.output or OUTPUT, mode=mode)
        return
    form = target.form()
    entry = view_of(selection.entry(), view)
    command = selection.command("report" if entry.trained_part() is None else "run", store)
    if entry.trained_part() is None:
        report = report_entry(entry)
    else:
        report = make_report(entry, store, mode=mode, train=command)
    report = report if part is None else choose_table(report, part)
    form = with_runs(form, entry, store=store, command=command)
    show(report, form, output=target.output)


def view_of(entry: "Entry", name: str | None) -> "Entry":
    """Return a view of what is trained for an entry.

    Args:
        entry: Any entry.
        name: Of the view; None for the entry itself.

    Raises:
        InvalidValueError: If nothing is trained for it.
        UnknownNameError: If there is no such view; the message lists those that there are.
    """
    from nalm.reports import training_view

    if name is None:
        return entry
    experiment = entry.trained_part()
    if experiment is None:
        raise InvalidValueError(
            f"--view: {entry.name} is computed, not trained: it has no {name}. Leave --view away."
        )
    return training_view(name, experiment)


def choose_table(report: "Report", kind: str) -> "Report":
    """Choose one of the tables of a report.

    Args:
        report: A report, perhaps with others below it.
        kind: Which one.

    Returns:
        A report with this table alone.

    Raises:
        InvalidValueError: If there is no such table; the message lists those that there are.
    """
    parts = report.parts()
    if kind not in parts:
        raise InvalidValueError(
            f"--table: {report.name} has {' and '.join(parts)}, found {kind!r}; leave --table away."
        )
    return replace(parts[kind], below=())


def make_report(entry: "Entry", store: Path, *, mode: str, train: str) -> "Report":
    """Make the report of what a store has of an experiment, or of the one behind a view.

    Args:
        entry: What to report on.
        store: The results file.
        mode: ``paper`` or ``fixed``.
        train: The command line that trains what is missing.

    Returns:
        The report; a line on standard error says when runs are missing.

    Raises:
        StoreError: If there is nothing to report on, or the file cannot be used.
    """
    from nalm.experiments import standing
    from nalm.reports import report_entry
    from nalm.results import Store
    from nalm.statistics import Mode

    part = entry.trained_part()
    keys = set[str]() if part is None else {run.key for run in part.runs()}
    nothing = f"{store} has no runs of {entry.name} yet. Train them with: {train}"
    if not store.exists():
        raise StoreError(nothing)
    with Store(store, read_only=True) as opened:
        runs = len(opened.keys() & keys)
        if not runs:
            notice = "" if part is None else standing(part, opened).notice
            raise StoreError(f"{nothing} {notice}".rstrip())
        if runs < len(keys):
            missing = f"{runs} of {len(keys)} runs are stored. Train the rest with: {train}"
            click.echo(missing, err=True)
        return report_entry(entry, opened, mode=Mode.PAPER if mode == "paper" else Mode.FIXED)


def show(report: "Report", form: "Format", *, output: Path | None = None) -> None:
    """Print a report or write it to a file.

    Args:
        report: What to show.
        form: In which format.
        output: File to write, ``-`` for standard output; None prints text and gives a figure a
            name of its own in the current folder.

    Raises:
        StoreError: If the file cannot be written.
    """
    from rich.console import Console

    from nalm.reports import file_stem, write_atomically
    from nalm.reports.formats import TerminalFormat, terminal_view

    console = Console(highlight=False)
    if output is None and isinstance(form, TerminalFormat) and console.is_terminal:
        console.print(terminal_view(report))
        return
    content = form.render(report)
    if output is None and form.binary:
        output = Path(file_stem(report.name) + form.suffix)
    if output is None or str(output) == "-":
        click.echo(content, nl=False)
        return
    write_atomically(output, content)
    click.echo(f"Wrote {output}", err=True)
