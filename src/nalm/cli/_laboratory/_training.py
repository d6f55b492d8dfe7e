"""Training for a command: progress, the summary, and what Ctrl-C leaves."""

import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from nalm._display import Part, choose_display
from nalm.cli._laboratory._workers import told_at_once
from nalm.cli._progress._duration import duration
from nalm.cli._progress._pace import Pace

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from nalm.backends import Backend
    from nalm.experiments import Experiment, Options, Progress, Standing
    from nalm.results import Store

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


def train_missing(
    experiments: "Sequence[Experiment]",
    store: Path,
    *,
    options: "Options",
    resume: str,
    backend: "Backend | None" = None,
    quiet: bool = False,
) -> None:
    """Train the runs that a store lacks, with progress.

    Args:
        experiments: What to train.
        store: The results file; it is created when it is missing.
        options: How to execute.
        resume: The command line that goes on after an interruption.
        backend: Who trains; this process by default.
        quiet: Whether to print only errors.

    Raises:
        BackendError: If the workers cannot be used.
        StoreError: If the file cannot be used.
        click.exceptions.Exit: With code 130 after Ctrl-C.
    """
    from nalm.cli._progress._cost import run_cost
    from nalm.experiments import execute, standing
    from nalm.results import Store

    console = Console(quiet=quiet, highlight=False, markup=False, soft_wrap=True)
    name = experiments[0].name if len(experiments) == 1 else f"{len(experiments)} experiments"
    with Store(store) as opened:
        known = standing(experiments, opened)
        if known.is_complete:
            console.print(f"All {len(known.runs)} runs of {name} are in {store}.")
            return
        if known.notice:
            console.print(known.notice)
        try:
            console.print(f"{name}: {_announcement(experiments, known, store=store)}")
            steps = execute(
                experiments, opened, options=options, known=known, backend=backend, cost=run_cost
            )
            with told_at_once():
                _follow(steps, opened, name=name, console=console, quiet=quiet)
        except KeyboardInterrupt:
            kept = len(opened.keys() & known.runs.keys())
            click.echo(
                f"\nInterrupted. {store} keeps {kept} of {len(known.runs)} finished runs and the "
                f"last checkpoint of the others.\nGo on with: {resume}",
                err=True,
            )
            raise click.exceptions.Exit(INTERRUPTED) from None


def _announcement(experiments: "Sequence[Experiment]", known: "Standing", *, store: Path) -> str:
    from nalm.cli._progress._cost import estimate_seconds

    total, present = len(known.runs), len(known.stored)
    missing = sum(
        run.recipe.iterations for key, run in known.runs.items() if key not in known.stored
    )
    all_steps = sum(each.run_steps() for each in experiments)
    seconds = sum(map(estimate_seconds, experiments)) * missing / max(all_steps, 1)
    there = f" ({present} of {total} are in {store})" if present else ""
    return (
        f"{total - present} runs to train{there}, {missing / 1e6:,.1f} million run-steps, "
        f"roughly {duration(max(seconds, 1.0))} on two cores."
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
    parts = _cohorts(standing)
    parts.append(f"{standing.solved} of {standing.runs} runs solved")
    if pace.per_second() > 0:
        parts.append(f"{pace.per_second():,.0f} run-steps/s")
    left = pace.seconds_left(standing.run_steps)
    if left is not None:
        parts.append(f"{duration(left)} left")
    return ", ".join(parts)


def _cohorts(standing: "Progress") -> list[str]:
    done, running = standing.cohorts_done, standing.cohorts_running
    if standing.workers > 1:
        waiting = standing.cohorts - done - running
        return [
            f"{standing.workers} workers",
            f"cohorts: {running} running, {waiting} waiting, {done} done",
        ]
    number = min(done + 1, standing.cohorts)
    return [f"cohort {number} of {standing.cohorts}"] if standing.cohorts > 1 else []
