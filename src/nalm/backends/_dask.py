"""Workers of a Dask cluster: processes here, or on other machines."""

import logging
import signal
import time
import uuid
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast, final

import cloudpickle  # pyright: ignore[reportMissingTypeStubs]
import dask.config
from distributed import (
    Client,
    Future,
    KilledWorker,
    LocalCluster,
    Worker,
    WorkerPlugin,
    as_completed,
)

from nalm.backends._backend import Backend, Item, Job, Result
from nalm.backends._own_modules import own_modules
from nalm.backends._remote import call, versions
from nalm.backends._stopping import stop_caller
from nalm.errors import BackendError, InvalidValueError, WorkerLostError

T = TypeVar("T")

SECONDS = 60.0
"""Of a piece of work: much longer than sending it takes, short enough to be lost."""

_FRESH = 5.0
"""Seconds for which the number of workers is taken as known."""

_GONE = (OSError, TimeoutError, CancelledError)
"""What a client raises whose scheduler does not answer."""


@final
class _Sent(Job[T]):
    """A call that a worker does."""

    def __init__(self, future: Future) -> None:
        self._future = future

    def result(self) -> T:
        try:
            self.place, value = cast("tuple[str, T]", self._future.result())
        except (KilledWorker, CancelledError) as error:
            raise WorkerLostError(f"a worker is gone: {error}") from error
        except (ImportError, AttributeError) as error:
            if "nalm" not in str(error):
                raise
            raise BackendError(
                f"a worker cannot import what it needs ({error}). Install the same version of nalm "
                "with its extra `cluster` on all machines."
            ) from error
        return value


@final
class _IgnoresCtrlC(WorkerPlugin):
    """Leave Ctrl-C to the process that started the workers, which asks them for what they have."""

    name = "nalm-ignores-ctrl-c"

    def setup(self, worker: Worker) -> None:  # noqa: ARG002
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@final
class Dask(Backend):
    """Send calls to the workers of a Dask cluster; needs ``pip install nalm[cluster]``.

    Functions and items are sent by value with `cloudpickle`, definitions of the user's own modules
    too, so workers need no files of the user.

    Args:
        client: Of a running scheduler; it is closed with the backend.
        seconds: How long a piece of work should take.

    Example:
        >>> with Dask.local(1) as backend:  # doctest: +SKIP
        ...     sorted(backend.map(abs, [-1, 2]))
        [1, 2]
    """

    def __init__(self, client: Client, *, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._client = client
        self._cluster: LocalCluster | None = None
        self._jobs: dict[Future, _Sent[Any]] = {}
        self._completed = as_completed(loop=client.loop)
        self._caller = uuid.uuid4().hex
        self._counted = (0, -_FRESH)

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
        # A worker that is killed is started anew and its work repeated: nothing to be told of.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        cluster = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            memory_limit=0,  # no limit: a worker would be killed for what others use
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )
        client = Client(cluster)
        client.register_plugin(_IgnoresCtrlC())
        backend = cls(client, seconds=seconds)
        backend._cluster = cluster
        return backend

    @classmethod
    def connect(
        cls, *, address: str | None = None, file: str | Path | None = None, seconds: float = SECONDS
    ) -> "Dask":
        """Use the workers of a running scheduler.

        Args:
            address: Of the scheduler, such as ``tcp://10.0.0.1:8786``; or instead
            file: The scheduler's file, ``dask scheduler --scheduler-file FILE``.
            seconds: How long a piece of work should take.

        Raises:
            BackendError: If no scheduler answers.
        """
        place = address or str(file)
        try:
            client = Client(address) if address else Client(scheduler_file=str(file))
        except (OSError, ValueError, TimeoutError) as error:
            raise BackendError(
                f"{place}: expected a running Dask scheduler, found none ({error}). Start one with "
                "`dask scheduler`, and workers with `dask worker ADDRESS --nthreads 1`."
            ) from error
        return cls(client, seconds=seconds)

    @property
    def dashboard(self) -> str:
        """Address of the page on which Dask shows what its workers do."""
        return self._client.dashboard_link

    @property
    def slots(self) -> int:
        """How many threads all workers have now."""
        count, when = self._counted
        if time.monotonic() - when > _FRESH:
            with suppress(*_GONE):
                count = sum(self._client.nthreads().values())
            self._counted = count, time.monotonic()
        return count

    def submit(
        self, function: Callable[[Item], Result], item: Item, *, near: str | None = None
    ) -> Job[Result]:
        """Send a call to a worker."""
        where = {"workers": [near], "allow_other_workers": True} if near else {}
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1GiB"}):
            future = self._client.submit(
                call, _pickled(function, item), versions(), caller=self._caller, pure=False, **where
            )
        job = _Sent[Result](future)
        self._jobs[future] = job
        self._completed.add(future)
        return job

    def next(self, *, timeout: float | None = None) -> Job[Any]:
        """Wait for the next call to end."""
        if not self._jobs:
            raise LookupError("no call is left: submit one before asking for the next.")
        end = time.monotonic() + timeout if timeout is not None else None
        while not self._completed.has_ready():
            if self._client.status in ("closed", "closing"):
                raise BackendError(
                    "the Dask scheduler is gone. What was stored stays; start it and run again."
                )
            if end is not None and time.monotonic() > end:
                raise TimeoutError(f"no call ended in {timeout} s.")
            time.sleep(0.01)
        return self._jobs.pop(next(self._completed))

    def stop(self) -> list[Job[Any]]:
        """Tell the workers to end what they do for this backend early."""
        with suppress(*_GONE):
            self._client.run(stop_caller, self._caller, on_error="ignore")
        self._caller = uuid.uuid4().hex
        return list(self._jobs.values())

    def close(self) -> None:
        """Close the connection, and the processes that `local` started."""
        for future in self._jobs:
            with suppress(*_GONE):
                future.cancel()
        self._jobs.clear()
        with suppress(*_GONE):
            self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def _pickled(function: Callable[[Any], object], item: object) -> bytes:
    """Write a call so that a worker without the user's files can do it."""
    own = own_modules()
    known = cloudpickle.list_registry_pickle_by_value()
    for module in own:
        if module.__name__ not in known:
            cloudpickle.register_pickle_by_value(module)
    return cast(bytes, cloudpickle.dumps((function, item)))
