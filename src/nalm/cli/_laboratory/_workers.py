"""Who does the work: this process, processes of this machine, or a cluster."""

import functools
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nalm.errors import BackendError, InvalidValueError, NoWorkersWarning

if TYPE_CHECKING:
    from nalm.backends import Backend


@dataclass(frozen=True, kw_only=True)
class Workers:
    """Say who does the work; at most one of these is given.

    Args:
        count: Processes to start on this machine.
        scheduler: Address of a running Dask scheduler.
        scheduler_file: Its file.
    """

    count: int | None = None
    scheduler: str | None = None
    scheduler_file: Path | None = None

    def __post_init__(self) -> None:
        if sum(each is not None for each in self._places) > 1:
            raise InvalidValueError(
                "--workers, --scheduler, --scheduler-file: expected one of them, found several."
            )

    @property
    def _places(self) -> tuple[object, ...]:
        return self.count, self.scheduler, self.scheduler_file

    @property
    def are_others(self) -> bool:
        """Whether other processes than this one do it."""
        return any(each is not None for each in self._places)

    def open(self) -> "Backend":
        """Start or find them.

        Raises:
            BackendError: If there are none.
        """
        from nalm.backends import Serial

        if not self.are_others:
            return Serial()
        try:
            from nalm.backends import Dask
        except ImportError as error:
            raise BackendError(str(error)) from error
        if self.count is not None:
            backend = Dask.local(self.count)
        else:
            with told_at_once():
                backend = Dask.connect(address=self.scheduler, file=self.scheduler_file)
        click.echo(f"{backend.slots} workers; what they do: {backend.dashboard}", err=True)
        return backend

    def words(self) -> list[str]:
        """Write the options again."""
        given = {
            "--workers": self.count,
            "--scheduler": self.scheduler,
            "--scheduler-file": self.scheduler_file,
        }
        return [w for name, each in given.items() if each is not None for w in (name, str(each))]


@contextmanager
def told_at_once() -> Generator[None]:
    """Turn warnings that workers are missing into lines on standard error, while they are."""
    others = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *where: Any, **words: Any) -> None:  # noqa: ANN401
        if issubclass(category, NoWorkersWarning):
            click.echo(f"Note: {message}", err=True)
        else:
            others(message, category, *where, **words)

    with warnings.catch_warnings():
        warnings.simplefilter("always", NoWorkersWarning)
        warnings.showwarning = show
        yield


def worker_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options ``--workers``, ``--scheduler`` and ``--scheduler-file``.

    Args:
        command: Takes them as the keyword ``workers``.

    Returns:
        The command with its options.
    """

    @click.option(
        "--workers",
        "count",
        type=click.IntRange(min=1),
        help="Work in so many processes of this machine, one thread each.",
    )
    @click.option("--scheduler", metavar="ADDRESS", help="Work on a Dask cluster: tcp://HOST:8786.")
    @click.option(
        "--scheduler-file",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Work on the Dask cluster whose scheduler wrote this file.",
    )
    @functools.wraps(command)
    def with_workers(
        *, count: int | None, scheduler: str | None, scheduler_file: Path | None, **others: object
    ) -> None:
        workers = Workers(count=count, scheduler=scheduler, scheduler_file=scheduler_file)
        command(workers=workers, **others)

    return with_workers
