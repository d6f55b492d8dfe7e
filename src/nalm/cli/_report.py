"""``nalm report``: our numbers beside the paper's."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nalm.cli._selection import Selection, selection_options, store_option
from nalm.errors import StoreError

if TYPE_CHECKING:
    from nalm.experiments import Experiment
    from nalm.reports import Report
    from nalm.reports.formats import Format


@click.command("report", short_help="Print or write a table or a figure.")
@selection_options
@store_option
@click.option(
    "--format",
    "kind",
    metavar="FORMAT",
    help="terminal, csv, json, markdown, latex, png or svg; by default what --output ends with, "
    "else terminal.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, allow_dash=True),
    help="File; - for standard output.",
)
@click.option(
    "--mode",
    type=click.Choice(["paper", "fixed"]),
    default="fixed",
    show_default=True,
    help="Sparsity errors as published (halved by a slip in their fit), or right.",
)
def report_command(
    *, selection: Selection, store: Path, kind: str | None, output: Path | None, mode: str
) -> None:
    """Show experiment NAME as the paper does: our numbers beside the published ones."""
    from nalm.experiments import Computation
    from nalm.reports import report_computation
    from nalm.reports.formats import find_format, format_of_path

    from_path = output is not None and str(output) != "-" and kind is None
    form = format_of_path(output or "") if from_path else find_format(kind or "terminal")
    entry = selection.entry()
    if isinstance(entry, Computation):
        report = report_computation(entry)
    else:
        report = make_report(entry, store, mode=mode, train=selection.command("run", store))
    show(report, form, output=output)


def make_report(experiment: "Experiment", store: Path, *, mode: str, train: str) -> "Report":
    """Summarise what a store has of an experiment.

    Args:
        experiment: What to report on.
        store: The results file.
        mode: ``paper`` or ``fixed``.
        train: The command line that trains what is missing.

    Returns:
        The report; a line on standard error says when runs are missing.

    Raises:
        StoreError: If there is nothing to report on, or the file cannot be used.
    """
    from nalm.experiments import summarise
    from nalm.reports import report_training
    from nalm.results import Store
    from nalm.statistics import Mode

    nothing = f"{store} has no runs of {experiment.name} yet. Train them with: {train}"
    if not store.exists():
        raise StoreError(nothing)
    with Store(store, read_only=True) as opened:
        rows = summarise(experiment, opened, mode=Mode.PAPER if mode == "paper" else Mode.FIXED)
    runs, expected = sum(row.runs for row in rows), sum(row.expected_runs for row in rows)
    if not runs:
        raise StoreError(nothing)
    if runs < expected:
        click.echo(f"{runs} of {expected} runs are stored. Train the rest with: {train}", err=True)
    return report_training(experiment, rows)


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
