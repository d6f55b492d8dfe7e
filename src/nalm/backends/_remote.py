"""What a worker of a Dask cluster does for a call."""

import ctypes
import hashlib
import platform
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import cloudpickle  # pyright: ignore[reportMissingTypeStubs]
import torch
from distributed import get_worker

from nalm.backends._stopping import called_by, is_stopping
from nalm.errors import BackendError, WorkerLostError

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
_LARGEST = 32 * 2**20
"""Bytes: the most that glibc allows."""


def versions() -> dict[str, str]:
    """Return what driver and workers must have in common.

    Of Python without the last number: code is sent as its bytecode. With another PyTorch the last
    digits of results differ. Of nalm a hash as well: between two releases its number stays.
    """
    python = ".".join(platform.python_version_tuple()[:2])
    return {"Python": python, "torch": torch.__version__, "nalm": _own_version()}


@cache
def _own_version() -> str:
    return f"{version('nalm')} ({hash_of_code(Path(__file__).parents[1])})"


def hash_of_code(folder: Path) -> str:
    """Hash the Python files of a package to eight hexadecimal digits.

    Args:
        folder: Of the package.
    """
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        code = file.read_bytes()
        digest.update(f"{file.relative_to(folder).as_posix()} {len(code)}\n".encode() + code)
    return digest.hexdigest()[:8]


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
    _keep_memory()
    # A machine has as many workers as cores, and threads of each would wait for each other.
    torch.set_num_threads(1)
    function, item = cloudpickle.loads(payload)
    with called_by(caller):
        if is_stopping():
            raise WorkerLostError("the call was stopped before it began.")
        return place, function(item)


@cache
def _keep_memory() -> None:
    """Let this process keep the memory that it frees.

    Dask tells its workers to give it back at once, and a training step frees and takes the same
    memory thousands of times a second. Its parameters are those of glibc's ``mallopt``.
    """
    with suppress(OSError, AttributeError):  # another C library
        library = ctypes.CDLL("libc.so.6")
        library.mallopt(_TRIM_THRESHOLD, _LARGEST)
        library.mallopt(_MMAP_THRESHOLD, _LARGEST)
