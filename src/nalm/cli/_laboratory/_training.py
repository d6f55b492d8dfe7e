"""Training for a command: progress, the summary, and what Ctrl-C leaves."""

import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from nalm.cli._progress._display import choose_display
from nalm.cli._progress._duration import duration
from nalm.cli._progress._pace import Pace

if TYPE_CHECKING:
    from nalm.experiments import Experiment, Options
    from nalm.results import Store

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


def train_missing(
    experiment: "Experiment", store: Path, *, options: "Options", resume: str, quiet: bool = False
) -> None:
    """Train the runs that a store lacks, with progress.

    Args:
        experiment: What to train.
        store: The results file; it is created when it is missing.
        options: How to execute.
        resume: The command line that goes on after an interruption.
        quiet: Whether to print only errors.

    Raises:
        StoreError: If the file cannot be used.
        click.exceptions.Exit: With code 130 after Ctrl-C.
    """
    from nalm.results import Store

    console = Console(quiet=quiet, highlight=False, markup=False, soft_wrap=True)
    keys = {run.key for run in experiment.runs()}
    with Store(store) as opened:
        present = len(opened.keys() & keys)
        if present == len(keys):
            console.print(f"All {len(keys)} runs of {experiment.name} are in {store}.")
            return
        try:
            console.print(_announcement(experiment, total=len(keys), present=present, store=store))
            _follow(experiment, opened, options=options, console=console, quiet=quiet)
        except KeyboardInterrupt:
            kept = len(opened.keys() & keys)
            click.echo(
                f"\nInterrupted. {store} keeps {kept} of {len(keys)} finished runs and the last "
                f"checkpoint of the others.\nGo on with: {resume}",
                err=True,
            )
            raise click.exceptions.Exit(INTERRUPTED) from None


def _announcement(experiment: "Experiment", *, total: int, present: int, store: Path) -> str:
    from nalm.cli._progress._cost import estimate_seconds

    steps = experiment.run_steps() * (1 - present / total)
    known = f" ({present} of {total} are in {store})" if present else ""
    guess = duration(max(estimate_seconds(experiment) * (1 - present / total), 1.0))
    return (
        f"{experiment.name}: {total - present} runs to train{known}, "
        f"{steps / 1e6:,.1f} million run-steps, roughly {guess} on two cores."
    )


def _follow(
    experiment: "Experiment",
    store: "Store",
    *,
    options: "Options",
    console: Console,
    quiet: bool,
) -> None:
    from nalm.experiments import execute

    started, pace, last = time.monotonic(), Pace(), None
    steps = execute(experiment, store, options=options)
    # Closed before the store is, so that an interruption anywhere still saves a checkpoint.
    with choose_display(console, quiet=quiet) as display, closing(steps):
        for last in steps:
            pace.record(last.run_steps_done, now=time.monotonic())
            display.show(last, pace)
    if last is not None:
        seconds = time.monotonic() - started
        console.print(
            f"Trained in {duration(seconds)}: {last.solved} of {last.runs} runs solved. "
            f"Stored in {store.path}."
        )
