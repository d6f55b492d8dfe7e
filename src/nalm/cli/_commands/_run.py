"""``nalm run``: train what the store lacks."""

from pathlib import Path

import click

from nalm.cli._laboratory._machine import Machine, machine_options
from nalm.cli._laboratory._selection import Selection, selection_options, store_option


@click.command("run", short_help="Train what the store lacks; run again to go on.")
@selection_options
@store_option
@machine_options
@click.option("--quiet", is_flag=True, help="Print only errors.")
def run_command(*, selection: Selection, store: Path, machine: Machine, quiet: bool) -> None:
    """Train the runs of experiment NAME that the store lacks.

    Finished runs are stored cohort by cohort, and a cohort in training is saved every few seconds:
    after Ctrl-C or a kill, the same command goes on.
    """
    from nalm.cli._laboratory._training import train_missing
    from nalm.experiments import Computation, View

    entry = selection.entry()
    report = selection.command("report", store)
    if isinstance(entry, Computation):
        click.echo(f"{entry.name} is computed, it needs no training. See it with: {report}")
        return
    if isinstance(entry, View):
        entry = entry.experiment
    options = machine.prepare(quick=selection.quick)
    again = selection.command("run", store)
    train_missing(entry, store, options=options, resume=again, quiet=quiet)
    if not quiet:
        click.echo(f"See it with: {report}")
