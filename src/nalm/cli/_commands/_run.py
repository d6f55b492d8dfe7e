"""``nalm run``: train what the store lacks."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nalm.cli._laboratory import _catalogue
from nalm.cli._laboratory._laboratory import ALL
from nalm.cli._laboratory._machine import Machine, machine_options
from nalm.cli._laboratory._selection import Selection, selection_options, store_option
from nalm.cli._laboratory._workers import Workers, worker_options
from nalm.errors import InvalidValueError

if TYPE_CHECKING:
    from nalm.experiments import Experiment


@click.command("run", short_help="Train what the store lacks; run again to go on.")
@selection_options
@store_option
@machine_options
@worker_options
@click.option(
    "--record-weights",
    is_flag=True,
    help="Store the weights at every evaluation, for `nalm report NAME --view trajectories`.",
)
@click.option("--quiet", is_flag=True, help="Print only errors.")
def run_command(
    *,
    selection: Selection,
    store: Path,
    machine: Machine,
    workers: Workers,
    record_weights: bool,
    quiet: bool,
) -> None:
    """Train the runs of experiment NAME that the store lacks.

    NAME is one of `nalm list`, a variable of a file of yours, such as my.py:division, or all.

    Finished runs are stored cohort by cohort, and a cohort in training is saved at its
    evaluations, at most every five seconds, or, with other processes, every minute: after Ctrl-C or
    a kill, the same command goes on.
    """
    from nalm.cli._laboratory._training import train_missing

    experiments = _experiments(selection)
    report = selection.command("report", store)
    if not experiments:
        click.echo(f"{selection.name} is computed, it needs no training. See it with: {report}")
        return
    options = replace(
        machine.prepare(quick=selection.quick, here=not workers.are_others),
        record_weights=record_weights,
    )
    words = [*workers.words(), *(["--record-weights"] if record_weights else [])]
    again = " ".join([selection.command("run", store), *map(shlex.quote, words)])
    with workers.open() as backend:
        train_missing(
            experiments, store, options=options, backend=backend, resume=again, quiet=quiet
        )
    if not quiet:
        click.echo(f"See it with: {report}")


def _experiments(selection: Selection) -> "list[Experiment]":
    """Find what is to be trained: nothing for what is computed."""
    if selection.name != ALL:
        part = selection.entry().trained_part()
        return [] if part is None else [part]
    if selection.where:
        raise InvalidValueError(
            f"--where: expected the name of one experiment with it, found {ALL!r}."
        )
    entries = _catalogue.load_entries().items()
    trained = [name for name, entry in entries if entry.trained_part() is not None]
    parts = [replace(selection, name=name).entry().trained_part() for name in trained]
    # Views of one experiment share its runs.
    return list({part.name: part for part in parts if part is not None}.values())
