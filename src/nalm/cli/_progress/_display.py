"""What a training shows while it goes on: a bar, plain lines, or nothing."""

import time
from abc import ABC, abstractmethod
from types import TracebackType
from typing import TYPE_CHECKING, Self, final

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn

from nalm.cli._progress._duration import duration
from nalm.cli._progress._pace import Pace

if TYPE_CHECKING:
    from nalm.experiments import Progress as Standing

LINE_SECONDS = 15.0
"""Least time between two plain lines."""


class Display(ABC):
    """Show how training stands; a context manager around the training."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        return None

    @abstractmethod
    def show(self, standing: "Standing", pace: Pace) -> None:
        """Show the standing after an evaluation."""


@final
class Silence(Display):
    """Show nothing."""

    def show(self, standing: "Standing", pace: Pace) -> None:
        """Do nothing."""


@final
class Lines(Display):
    """Print a line now and then, for files and pipes.

    Args:
        console: Where to.
        seconds: Least time between two lines.
    """

    def __init__(self, console: Console, *, seconds: float = LINE_SECONDS) -> None:
        self._console = console
        self._seconds = seconds
        self._last = time.monotonic()

    def show(self, standing: "Standing", pace: Pace) -> None:
        """Print a line if the last one is old enough, or if this is the end."""
        now = time.monotonic()
        finished = standing.run_steps_done >= standing.run_steps
        if now - self._last < self._seconds and not finished:
            return
        self._last = now
        share = standing.run_steps_done / max(standing.run_steps, 1)
        self._console.print(
            f"{share:4.0%}  {standing.cohort}, step {standing.step}; {_facts(standing, pace)}",
            soft_wrap=True,
            highlight=False,
            markup=False,
        )


@final
class Bar(Display):
    """Draw a progress bar with what is solved, how fast it goes and how long it will take.

    Args:
        console: A terminal.
    """

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=20),
            TaskProgressColumn(),
            TextColumn("{task.fields[facts]}", markup=False),
            console=console,
            transient=True,
        )
        self._task = self._progress.add_task("preparing", total=None, facts="")

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def show(self, standing: "Standing", pace: Pace) -> None:
        """Move the bar."""
        self._progress.update(
            self._task,
            description=standing.cohort,
            completed=standing.run_steps_done,
            total=standing.run_steps,
            facts=_facts(standing, pace),
        )


def choose_display(console: Console, *, quiet: bool) -> Display:
    """Choose a display for a console.

    Args:
        console: Where the command prints.
        quiet: Whether nothing is wanted.

    Returns:
        A bar on a terminal, lines elsewhere.

    Example:
        >>> type(choose_display(Console(), quiet=True)).__name__
        'Silence'
    """
    if quiet:
        return Silence()
    return Bar(console) if console.is_terminal else Lines(console)


def _facts(standing: "Standing", pace: Pace) -> str:
    parts = [f"{standing.solved} of {standing.runs} runs solved"]
    if pace.per_second() > 0:
        parts.append(f"{pace.per_second():,.0f} run-steps/s")
    left = pace.seconds_left(standing.run_steps)
    if left is not None:
        parts.append(f"{duration(left)} left")
    return ", ".join(parts)
