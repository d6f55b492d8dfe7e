"""What a worker of a Dask cluster does for a call."""

import platform
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

import cloudpickle  # pyright: ignore[reportMissingTypeStubs]
import torch
from distributed import get_worker

from nalm.backends._stopping import called_by, is_stopping
from nalm.errors import BackendError, WorkerLostError


def versions() -> dict[str, str]:
    """Return what driver and workers must have in common.

    Of Python without the last number: code is sent as its bytecode. With another PyTorch the last
    digits of results differ.
    """
    python = ".".join(platform.python_version_tuple()[:2])
    return {"Python": python, "torch": torch.__version__, "nalm": version("nalm")}


def call(payload: bytes, expected: Mapping[str, str], *, caller: str) -> tuple[str, Any]:
    """Call a pickled function with its item.

    Args:
        payload: Both.
        expected: The caller's versions.
        caller: In whose name the function runs.

    Returns:
        The worker's address, and what the function returned.

    Raises:
        BackendError: If this process has other versions than the caller's.
        WorkerLostError: If the caller wants nothing more.
    """
    place = get_worker().address
    found = versions()
    differing = [name for name in expected if found[name] != expected[name]]
    if differing:
        here, there = (", ".join(f"{k} {each[k]}" for k in differing) for each in (found, expected))
        raise BackendError(
            f"worker {place} has {here}, and this process {there}; results would differ. Install "
            "the same versions everywhere and start the workers anew."
        )
    # A machine has as many workers as cores, and threads of each would wait for each other.
    torch.set_num_threads(1)
    function, item = cloudpickle.loads(payload)
    with called_by(caller):
        if is_stopping():
            raise WorkerLostError("the call was stopped before it began.")
        return place, function(item)
