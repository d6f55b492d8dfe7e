"""Compiled programs are kept from one process to the next.

PyTorch keeps them itself, by what is in a graph, by its own version and by its options. This module
says where: in a folder of the user alone, since what lies there is executed, and in one for each
compiler, processor and source of this package, none of which PyTorch's own key covers.
"""

import hashlib
import os
import platform
import stat
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import torch

LARGEST = 500_000_000
"""Bytes that are kept. The two of a cohort of NMRUs take 0.9 MB."""

PLACE = "TORCHINDUCTOR_CACHE_DIR"
"""PyTorch's own variable: who sets it chooses the folder."""

PROCESSOR = ("model name", "flags", "Features", "CPU part")
"""Lines of Linux' description of a processor that tell which instructions it has."""


@cache
def kept_programs() -> Path | None:
    """Return the folder of programs of this processor, PyTorch and code; made where it is missing.

    Returns:
        Below `XDG_CACHE_HOME`, or below `~/.cache`. None where no folder can be made that nobody
        else can write to: nothing is kept then.
    """
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        programs = base / "nalm" / "programs"
        folder = programs / _key()
        folder.mkdir(parents=True, exist_ok=True)
        for each in (programs, folder):
            each.chmod(stat.S_IRWXU)  # fails in a folder of somebody else
        bound(programs, LARGEST)
    except (OSError, RuntimeError):  # no home, a full disk, somebody else's folder
        return None
    return folder


@contextmanager
def keeping() -> Generator[Path | None]:
    """Let PyTorch read and write the programs that are kept.

    Yields:
        The folder to empty if what lies there cannot be used; None where nothing is kept, or where
        the user chose another one.
    """
    before = os.environ.get(PLACE)
    chosen = before is not None and not _is_default(before)
    own = None if chosen else kept_programs()
    if own is None and not chosen:
        yield None
        return
    # Imported here, as all of the compiler.
    from torch._guards import TracingContext, tracing
    from torch._subclasses.fake_tensor import FakeTensorMode
    from torch.fx.experimental.symbolic_shapes import ShapeEnv

    config: Any = import_module("torch._functorch.config")
    if own is not None:
        os.environ[PLACE] = str(own)
    try:
        # A graph is kept only where a context says which of its sizes are symbols: none is (see
        # `_compiler`). What lies around a graph is not kept, so that its program can be called
        # directly.
        context = TracingContext(FakeTensorMode(shape_env=ShapeEnv()))
        with tracing(context), config.patch(enable_autograd_cache=False):
            yield own
    finally:
        if own is not None and before is None:
            del os.environ[PLACE]
        elif own is not None and before is not None:
            os.environ[PLACE] = before


def _is_default(place: str) -> bool:
    # PyTorch writes its own default into the environment: a folder in /tmp, which anyone can make.
    from torch._inductor.runtime import cache_dir_utils

    return os.path.abspath(place) == cache_dir_utils.default_cache_dir()


def forget(folder: Path) -> None:
    """Remove what is kept in a folder, but not the folders in it, which PyTorch relies on.

    Args:
        folder: From `keeping`.
    """
    bound(folder, 0)


def bound(folder: Path, largest: int) -> None:
    """Remove the oldest files of a folder until the rest is no larger than a bound.

    Args:
        folder: Whose files are counted, those of folders in it too.
        largest: Bytes.
    """
    ages: list[tuple[float, int, Path]] = []
    for path in folder.rglob("*"):
        try:
            state = path.lstat()
        except OSError:  # another process removed it
            continue
        if not stat.S_ISDIR(state.st_mode):
            ages.append((state.st_mtime, state.st_size, path))
    excess = sum(size for _, size, _ in ages) - largest
    for _, size, path in sorted(ages):
        if excess <= 0 < largest:
            return
        path.unlink(missing_ok=True)
        excess -= size


def _key() -> str:
    digest = hashlib.sha256(f"{torch.__version__} {platform.python_version()}\n".encode())
    digest.update(_processor().encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _processor() -> str:
    # Programs use all instructions of the processor that compiles them. A home folder is often that
    # of many machines.
    try:
        lines = Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    return "\n".join(line for line in lines if line.startswith(PROCESSOR))
