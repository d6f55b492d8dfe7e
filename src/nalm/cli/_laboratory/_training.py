"""Training for a command: progress, the summary, and what Ctrl-C leaves."""

import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from nalm._display import Part, choose_display
from nalm.cli._progress._duration import duration
from nalm.cli._progress._pace import Pace

if TYPE_CHECKING:
    from collections.abc import Generator

    from nalm.experiments import Experiment, Options, Progress, Standing
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
    from nalm.experiments import execute, standing
    from nalm.results import Store

    console = Console(quiet=quiet, highlight=False, markup=False, soft_wrap=True)
    with Store(store) as opened:
        known = standing(experiment, opened)
        if known.is_complete:
            console.print(f"All {len(known.runs)} runs of {experiment.name} are in {store}.")
            return
        if known.notice:
            console.print(known.notice)
        try:
            console.print(_announcement(experiment, known, store=store))
            steps = execute(experiment, opened, options=options, known=known)
            _follow(steps, opened, name=experiment.name, console=console, quiet=quiet)
        except KeyboardInterrupt:
            kept = len(opened.keys() & known.runs.keys())
            click.echo(
                f"\nInterrupted. {store} keeps {kept} of {len(known.runs)} finished runs and the "
                f"last checkpoint of the others.\nGo on with: {resume}",
                err=True,
            )
            raise click.exceptions.Exit(INTERRUPTED) from None


def _announcement(experiment: "Experiment", known: "Standing", *, store: Path) -> str:
    from nalm.cli._progress._cost import estimate_seconds

    total, present = len(known.runs), len(known.stored)
    steps = experiment.run_steps() * (1 - present / total)
    there = f" ({present} of {total} are in {store})" if present else ""
    guess = duration(max(estimate_seconds(experiment) * (1 - present / total), 1.0))
    return (
        f"{experiment.name}: {total - present} runs to train{there}, "
        f"{steps / 1e6:,.1f} million run-steps, roughly {guess} on two cores."
    )


def _follow(
    steps: "Generator[Progress]", store: "Store", *, name: str, console: Console, quiet: bool
) -> None:
    started, pace, last = time.monotonic(), Pace(), None
    # Closed before the store is, so that an interruption anywhere still saves a checkpoint.
    with choose_display(console, quiet=quiet, clock=False) as display, closing(steps):
        for last in steps:
            pace.record(last.run_steps_done, now=time.monotonic())
            share = last.run_steps_done / last.run_steps if last.run_steps else 1.0
            display.show(name, fraction=share, facts=_facts(last, pace), part=_cohort(last))
    if last is not None:
        seconds = time.monotonic() - started
        console.print(
            f"Trained in {duration(seconds)}: {last.solved} of {last.runs} runs solved. "
            f"Stored in {store.path}."
        )


def _cohort(standing: "Progress") -> Part:
    share = standing.step / standing.iterations if standing.iterations else 1.0
    facts = f"step {standing.step}"
    facts += f", {standing.stopped} stopped" if standing.stopped else ""
    return Part(name=standing.cohort, fraction=share, facts=facts)


def _facts(standing: "Progress", pace: Pace) -> str:
    number = min(standing.cohorts_done + 1, standing.cohorts)
    parts = [f"cohort {number} of {standing.cohorts}"] if standing.cohorts > 1 else []
    parts.append(f"{standing.solved} of {standing.runs} runs solved")
    if pace.per_second() > 0:
        parts.append(f"{pace.per_second():,.0f} run-steps/s")
    left = pace.seconds_left(standing.run_steps)
    if left is not None:
        parts.append(f"{duration(left)} left")
    return ", ".join(parts)
