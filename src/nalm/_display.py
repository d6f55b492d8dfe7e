"""What long work shows while it goes on: a bar in a terminal or notebook, lines in a file."""

import time
from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self, final

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

LINE_SECONDS = 15.0
"""Least time between two plain lines."""


class Display(ABC):
    """Show how long work stands; a context manager around all of it."""

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
    def show(self, name: str, *, fraction: float, facts: str) -> None:
        """Show how much of the work is done, the name of its present part, and what it has."""


@final
class Silence(Display):
    """Show nothing."""

    def show(self, name: str, *, fraction: float, facts: str) -> None:
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

    def show(self, name: str, *, fraction: float, facts: str) -> None:
        """Print a line if the last one is old enough, or if this is the end."""
        now = time.monotonic()
        if now - self._last < self._seconds and fraction < 1.0:
            return
        self._last = now
        self._console.print(
            f"{fraction:4.0%}  {name}: {facts}",
            soft_wrap=True,
            highlight=False,
            markup=False,
        )


@final
class Bar(Display):
    """Draw a progress bar with the facts beside it.

    Args:
        console: A terminal or a notebook.
        clock: Whether to show the time that has passed, and an estimate of what is left.
    """

    def __init__(self, console: Console, *, clock: bool = True) -> None:
        times = (TimeElapsedColumn(), TimeRemainingColumn()) if clock else ()
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=20),
            TaskProgressColumn(),
            *times,
            TextColumn("{task.fields[facts]}", markup=False),
            console=console,
            transient=True,
        )
        self._task = self._progress.add_task("preparing", total=1.0, facts="")

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

    def show(self, name: str, *, fraction: float, facts: str) -> None:
        """Move the bar."""
        self._progress.update(self._task, description=name, completed=fraction, facts=facts)


def choose_display(console: Console, *, quiet: bool, clock: bool = True) -> Display:
    """Choose a display for a console.

    Args:
        console: Where to print.
        quiet: Whether nothing is wanted.
        clock: Whether a bar shows times; not where the facts say them.

    Returns:
        A bar in a terminal or notebook, lines elsewhere.

    Example:
        >>> type(choose_display(Console(), quiet=True)).__name__
        'Silence'
    """
    if quiet:
        return Silence()
    if console.is_terminal or console.is_jupyter:
        return Bar(console, clock=clock)
    return Lines(console)
