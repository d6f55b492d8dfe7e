"""What long work shows while it goes on: a bar in a terminal or notebook, lines in a file."""

import time
from abc import ABC, abstractmethod
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
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


@dataclass(frozen=True, kw_only=True)
class Part:
    """The part of the work that is under way.

    Args:
        name: What it is called.
        fraction: How much of it is done.
        facts: What it has.
    """

    name: str
    fraction: float
    facts: str


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
    def show(self, name: str, *, fraction: float, facts: str, part: Part | None = None) -> None:
        """Show how long the work stands.

        Args:
            name: Of the work, or of its present part where no `part` says more of it.
            fraction: How much of the work is done.
            facts: What it has.
            part: What of it is under way.
        """


@final
class Silence(Display):
    """Show nothing."""

    def show(self, name: str, *, fraction: float, facts: str, part: Part | None = None) -> None:
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

    def show(self, name: str, *, fraction: float, facts: str, part: Part | None = None) -> None:
        """Print a line if the last one is old enough, or if this is the end."""
        now = time.monotonic()
        if now - self._last < self._seconds and fraction < 1.0:
            return
        self._last = now
        line = f"{name}: {facts}" if part is None else f"{part.name}: {part.facts}, {facts}"
        self._console.print(
            f"{fraction:4.0%}  {line}",
            soft_wrap=True,
            highlight=False,
            markup=False,
        )


@final
class Bar(Display):
    """Draw a progress bar with the facts beside it, and one below for the part under way.

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
        self._part = self._progress.add_task("", total=1.0, facts="", visible=False)

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

    def show(self, name: str, *, fraction: float, facts: str, part: Part | None = None) -> None:
        """Move the bars."""
        self._progress.update(self._task, description=name, completed=fraction, facts=facts)
        if part is None:
            self._progress.update(self._part, visible=False)
            return
        self._progress.update(
            self._part,
            description=f"  {part.name}",
            completed=part.fraction,
            facts=part.facts,
            visible=True,
        )


_GIVEN: ContextVar[Display | None] = ContextVar("display", default=None)


@contextmanager
def shown_on(display: Display) -> Generator[None]:
    """Show inside the block on a display of one's own what would go to a console.

    Args:
        display: Such as one that tells another process.

    Example:
        >>> with shown_on(Lines(Console())):
        ...     type(choose_display(Console(), quiet=False)).__name__
        'Lines'
    """
    token = _GIVEN.set(display)
    try:
        yield
    finally:
        _GIVEN.reset(token)


def choose_display(console: Console, *, quiet: bool, clock: bool = True) -> Display:
    """Choose a display for a console.

    Args:
        console: Where to print.
        quiet: Whether nothing is wanted.
        clock: Whether a bar shows times; not where the facts say them.

    Returns:
        That of `shown_on`, if there is one; else a bar in a terminal or notebook, lines elsewhere.

    Example:
        >>> type(choose_display(Console(), quiet=True)).__name__
        'Silence'
    """
    if quiet:
        return Silence()
    given = _GIVEN.get()
    if given is not None:
        return given
    if console.is_terminal or console.is_jupyter:
        return Bar(console, clock=clock)
    return Lines(console)
