"""Workers of a Dask cluster: processes here, or on other machines."""

# Dask has types for a part of what is used here.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false

import asyncio
import time
import uuid
from collections.abc import Callable, Generator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, final

import dask.config
from distributed import Client, Future, as_completed

from nalm.backends._arrival import WAIT, Vacancy, wait_for_worker
from nalm.backends._backend import Backend, Item, Job, Result
from nalm.backends._opening import find, start
from nalm.backends._remote import call, versions
from nalm.backends._sent import Sent, pickled
from nalm.backends._stopping import stop_caller
from nalm.errors import BackendError, InvalidValueError

SECONDS = 60.0
"""Of a piece of work: much longer than sending it takes, short enough to be lost."""

_FRESH = 5.0
"""Seconds for which the number of workers is taken as known."""

_GONE = (OSError, TimeoutError, CancelledError, asyncio.CancelledError)
"""What a client raises whose scheduler does not answer."""


@final
class Dask(Backend):
    """Send calls to the workers of a Dask cluster; needs ``pip install nalm[cluster]``.

    Functions and items are sent by value with `cloudpickle`, definitions of the user's own modules
    too, so workers need no files of the user.

    Args:
        client: Of a running scheduler; it is closed with the backend.
        seconds: How long a piece of work should take.
        wait: Seconds to wait for a worker where there is none.
        scheduler: What a worker is told to find the scheduler by; its address by default.

    Example:
        >>> with Dask.local(1) as backend:  # doctest: +SKIP
        ...     sorted(backend.map(abs, [-1, 2]))
        [1, 2]
    """

    def __init__(
        self,
        client: Client,
        *,
        seconds: float = SECONDS,
        wait: float = WAIT,
        scheduler: str | None = None,
    ) -> None:
        self.seconds = seconds
        self._client: Any = client
        self._cluster: Any = None
        self._own = 0  # workers that this process has started and keeps up
        self._jobs: dict[Future[Any], Sent[Any]] = {}
        # With results: a worker that is lost while it sends one is lost as any other is.
        self._completed = as_completed(loop=client.loop, with_results=True, raise_errors=False)
        self._caller = uuid.uuid4().hex
        self._counted = (0, -_FRESH)
        self._looked = -_FRESH
        self._vacancy = Vacancy(scheduler or self._client.scheduler.address, wait=wait)

    @classmethod
    def local(cls, workers: int, *, seconds: float = SECONDS) -> "Dask":
        """Start worker processes on this machine.

        A script that calls this has its code below ``if __name__ == "__main__":``, because each
        process imports the script.

        Args:
            workers: How many, with one thread each.
            seconds: How long a piece of work should take.

        Raises:
            InvalidValueError: If there are no workers.
        """
        if workers < 1:
            raise InvalidValueError(f"workers: expected at least 1, found {workers}.")
        cluster, client = start(workers)
        backend = cls(client, seconds=seconds)
        backend._cluster, backend._own = cluster, workers
        return backend

    @classmethod
    def connect(
        cls,
        *,
        address: str | None = None,
        file: str | Path | None = None,
        seconds: float = SECONDS,
        wait: float = WAIT,
    ) -> "Dask":
        """Use the workers of a running scheduler, once it has one.

        Args:
            address: Of the scheduler, such as ``tcp://10.0.0.1:8786``; or instead
            file: The scheduler's file, ``dask scheduler --scheduler-file FILE``.
            seconds: How long a piece of work should take.
            wait: Seconds to wait for a worker where there is none, now or later.

        Raises:
            BackendError: If no scheduler answers, or no worker comes.

        Warns:
            NoWorkersWarning: If none has come after some seconds.
        """
        client = find(address=address, file=file)
        where = address or f"--scheduler-file {file}"
        backend = cls(client, seconds=seconds, wait=wait, scheduler=where)
        try:
            wait_for_worker(backend._threads, backend._vacancy)
        except BaseException:
            backend.close()
            raise
        return backend

    @property
    def dashboard(self) -> str:
        """Address of the page on which Dask shows what its workers do."""
        return self._client.dashboard_link

    @property
    def slots(self) -> int:
        """How many threads all workers have now."""
        count, when = self._counted
        if time.monotonic() - when > _FRESH:
            count = self._threads()
            self._counted = count, time.monotonic()
        return count

    def _threads(self) -> int:
        with self._answering():
            return sum(self._client.nthreads().values())

    def submit(
        self, function: Callable[[Item], Result], item: Item, *, near: str | None = None
    ) -> Job[Result]:
        """Send a call to a worker."""
        payload = pickled(function, item)
        where = {"workers": [near], "allow_other_workers": True} if near else {}
        large = {"distributed.admin.large-graph-warning-threshold": "1GiB"}
        with self._answering(), dask.config.set(large):
            future = self._client.submit(
                call, payload, versions(), caller=self._caller, pure=False, **where
            )
        job = self._jobs[future] = Sent[Result](future, near=near)
        self._completed.add(future)
        return job

    def next(self, *, timeout: float | None = None) -> Job[Any]:
        """Wait for the next call to end.

        Raises:
            TimeoutError: If none ends in time.
            LookupError: If none is left.
            BackendError: If the scheduler is gone, or has had no workers for too long.

        Warns:
            NoWorkersWarning: If it has had none for some seconds.
        """
        if not self._jobs:
            raise LookupError("no call is left: submit one before asking for the next.")
        start = time.monotonic()
        while (job := self._ended()) is None:
            with self._answering():
                if self._client.status in ("closed", "closing"):
                    raise ConnectionError("the client has closed itself")
            now = time.monotonic()
            if now - self._looked > _FRESH:  # however short the waits of the caller are
                self._looked = now
                self._look_after_workers()
            if timeout is not None and now - start > timeout:
                raise TimeoutError(f"no call ended in {timeout} s.")
            time.sleep(0.01)
        return job

    def _ended(self) -> Sent[Any] | None:
        """Return a call that has ended, if there is one."""
        if not self._completed.has_ready():
            return None
        future, outcome = next(self._completed)
        job = self._jobs.pop(future)
        job.outcome = outcome
        return job

    def _look_after_workers(self) -> None:
        """Tell of a scheduler without workers, and let calls end as lost whose worker is gone.

        Where no other worker was left at that moment, Dask lets them wait for ever. And one of
        this machine that is killed while it starts anew is given up by Dask.
        """
        if self._cluster is not None and len(self._cluster.workers) < self._own:
            self._cluster.scale(self._own)
        with self._answering():
            places = self._client.nthreads()
            self._vacancy.see(len(places))
            begun = {key for keys in self._client.processing().values() for key in keys}
        early = time.monotonic() - _FRESH  # what is sent later may not have reached a worker
        for future, job in self._jobs.items():
            gone = job.near is not None and job.near not in places and job.when < early
            if places and gone and future.key not in begun and not future.done():
                future.cancel()

    @contextmanager
    def _answering(self) -> Generator[None]:
        """Say that the scheduler is gone if something fails for that."""
        try:
            yield
        except (Exception, asyncio.CancelledError) as error:
            if self._client.status == "running":
                raise
            raise BackendError(
                f"the Dask scheduler is gone: {error}. What was stored stays; start it anew and "
                "run again."
            ) from error

    def stop(self) -> list[Job[Any]]:
        """Tell the workers to end what they do for this backend early."""
        if self._jobs and self._client.status == "running":
            with suppress(*_GONE):
                self._client.run(stop_caller, self._caller, on_error="ignore")
            self._caller = uuid.uuid4().hex  # of what is submitted from now on
        return list(self._jobs.values())

    def close(self) -> None:
        """Close the connection, and the processes that `local` started."""
        self._jobs.clear()  # the scheduler drops what nobody waits for
        with suppress(*_GONE):
            self._client.close()
        if self._cluster is not None:
            self._cluster.close()
