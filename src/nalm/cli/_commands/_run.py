"""``nalm run``: train what the store lacks."""

from dataclasses import replace
from pathlib import Path

import click

from nalm.cli._laboratory._machine import Machine, machine_options
from nalm.cli._laboratory._selection import Selection, selection_options, store_option


@click.command("run", short_help="Train what the store lacks; run again to go on.")
@selection_options
@store_option
@machine_options
@click.option(
    "--record-weights",
    is_flag=True,
    help="Store the weights at every evaluation, for `nalm report NAME --view trajectories`.",
)
@click.option("--quiet", is_flag=True, help="Print only errors.")
def run_command(
    *, selection: Selection, store: Path, machine: Machine, record_weights: bool, quiet: bool
) -> None:
    """Train the runs of experiment NAME that the store lacks.

    NAME is one of `nalm list`, or a variable of a file of yours: my.py:division.

    Finished runs are stored cohort by cohort, and a cohort in training is saved at its
    evaluations, at most every five seconds: after Ctrl-C or a kill, the same command goes on.
    """
    from nalm.cli._laboratory._training import train_missing

    entry = selection.entry()
    report = selection.command("report", store)
    experiment = entry.trained_part()
    if experiment is None:
        click.echo(f"{entry.name} is computed, it needs no training. See it with: {report}")
        return
    options = replace(machine.prepare(quick=selection.quick), record_weights=record_weights)
    again = selection.command("run", store) + (" --record-weights" if record_weights else "")
    train_missing(experiment, store, options=options, resume=again, quiet=quiet)
    if not quiet:
        click.echo(f"See it with: {report}")
