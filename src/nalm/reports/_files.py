"""Writing files so that a failure leaves the old one."""

import os
import tempfile
from pathlib import Path

from nalm.errors import StoreError


def write_atomically(path: str | Path, content: bytes) -> None:
    """Write a file completely or not at all.

    Args:
        path: Where to; its folder is created when it is missing.
        content: What to write.

    Raises:
        StoreError: If it cannot be written; a file that was there is unchanged.

    Example:
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     write_atomically(Path(folder, "a.txt"), b"1")
        ...     Path(folder, "a.txt").read_bytes()
        b'1'
    """
    path = Path(path)
    try:
        if path.is_dir():
            raise IsADirectoryError("it is a folder")
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():  # a pipe or a terminal cannot be replaced
            path.write_bytes(content)
        else:
            _replace(path.resolve(), content)
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(
            f"output file `{path}` must be writable; found: {reason}. "
            "Nothing was changed: choose another path, or free space and rights there."
        ) from error


def _replace(path: Path, content: bytes) -> None:
    # The temporary file lies in the same folder, since renaming is atomic only within a disk.
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)  # there is no way to read it without setting it
    os.umask(mask)
    return mask
