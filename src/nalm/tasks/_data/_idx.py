"""The IDX format, in which the MNIST digits are published."""

import gzip
import math
import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nalm.errors import DataError

_UNSIGNED_BYTE = 0x08


def read_idx(path: Path, *, dimensions: int) -> NDArray[np.uint8]:
    """Read an array of unsigned bytes from an IDX file, compressed by gzip or not.

    Args:
        path: The file.
        dimensions: Dimensions that the array must have: 1 for labels, 3 for images.

    Raises:
        DataError: If the file cannot be read, is of another kind, or is too short or too long.
    """
    data = _content(path)
    header = 4 + 4 * dimensions
    if len(data) < header:
        raise _malformed(path, f"a header of {header} bytes", f"{len(data)} bytes in all")
    # Two bytes of 0, the type of the numbers, how many dimensions; then the sizes, big-endian.
    zeros, kind, found = struct.unpack_from(">HBB", data)
    if (zeros, kind, found) != (0, _UNSIGNED_BYTE, dimensions):
        expected = f"the first bytes 00 00 08 {dimensions:02x}"
        raise _malformed(path, expected, data[:4].hex(" "))
    shape = struct.unpack_from(f">{dimensions}I", data, 4)
    if len(data) - header != math.prod(shape):
        expected = f"{math.prod(shape)} bytes after the header, for the shape {shape}"
        raise _malformed(path, expected, str(len(data) - header))
    return np.frombuffer(data, dtype=np.uint8, offset=header).reshape(shape)


def _content(path: Path) -> bytes:
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if path.suffix == ".gz" else data
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(
            f"{path}: expected a readable IDX file, found: {error}. Fetch the file again."
        ) from error


def _malformed(path: Path, expected: str, found: str) -> DataError:
    return DataError(
        f"{path}: expected {expected}, found {found}. Fetch the file again, whole and unchanged."
    )
