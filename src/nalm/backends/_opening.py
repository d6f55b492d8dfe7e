"""Start workers on this machine, or find a scheduler that is running."""

# Dask has types for a part of what is used here.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false

import logging
import signal
from pathlib import Path
from typing import final

import dask.config
from distributed import Client, LocalCluster, Worker, WorkerPlugin

from nalm.errors import BackendError

START = "5 minutes"
"""Time for a worker that was killed to start anew."""


@final
class _IgnoresCtrlC(WorkerPlugin):
    """Leave Ctrl-C to the process that started the workers, which asks them for what they have."""

    name = "nalm-ignores-ctrl-c"

    def setup(self, worker: Worker) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def start(workers: int) -> tuple[LocalCluster, Client]:
    """Start worker processes on this machine, with one thread each."""
    # A worker that is killed is started anew and its work repeated: nothing to be told of.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    # By default one is given up that takes 15 s to come back, as it does where all cores compile.
    dask.config.set({"distributed.deploy.lost-worker-timeout": START})
    cluster = LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        memory_limit=0,  # no limit: a worker would be killed for what others use
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    )
    client = Client(cluster)
    client.register_plugin(_IgnoresCtrlC())
    return cluster, client


def find(*, address: str | None, file: str | Path | None) -> Client:
    """Find a running scheduler.

    Args:
        address: Of the scheduler; or instead
        file: The scheduler's file.

    Raises:
        BackendError: If none answers.
    """
    if file is not None and not Path(file).exists():  # Dask would wait for it
        raise BackendError(
            f"{file}: expected the file of a running Dask scheduler, found none. Start one "
            f"with `dask scheduler --scheduler-file {file}`."
        )
    try:
        return Client(address) if address else Client(scheduler_file=str(file))
    except (OSError, ValueError, TimeoutError) as error:
        raise BackendError(
            f"{address or file}: expected a running Dask scheduler, found none ({error}). Start "
            "one with `dask scheduler`, and workers with `dask worker ADDRESS --nthreads 1`."
        ) from error
