"""Arrays as bytes: a checksum, a JSON header of names and shapes, and the compressed numbers.

NumPy's own archive costs about ten times as long for the thousands of short traces that a report
reads, and its loader accepts pickle. This one accepts numbers only.
"""

import json
import math
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nalm.errors import InvalidTypeError, InvalidValueError

# Numbers only, little-endian in the file on every machine: an object array would need pickle.
_NAMES = "|b1 |i1 |u1 <i2 <u2 <i4 <u4 <i8 <u8 <f2 <f4 <f8 <c8 <c16"
_DTYPES = {name: np.dtype(name) for name in _NAMES.split()}
_PREFIX = struct.Struct("<II")  # CRC-32 of all that follows it, length of the JSON header
_DAMAGE = (
    *(ValueError, KeyError, TypeError, OverflowError, RecursionError, MemoryError),
    *(struct.error, zlib.error),
)


def encode_arrays(arrays: Mapping[str, NDArray[Any]], *, level: int = 1) -> bytes:
    """Turn named arrays into bytes.

    Args:
        arrays: Arrays of numbers, of any shape.
        level: Of zlib's compression. Noise in the mantissas barely compresses at any level, and
            0, which copies, takes a twentieth of the time.

    Returns:
        The bytes that `decode_arrays` reads; NaN and infinities survive bit by bit.

    Raises:
        InvalidTypeError: If an array holds something other than numbers.

    Example:
        >>> decode_arrays(encode_arrays({"weight": np.eye(2)}))["weight"].shape
        (2, 2)
    """
    header: list[tuple[str, str, tuple[int, ...]]] = []
    chunks: list[bytes] = []
    for name, array in arrays.items():
        little = np.asarray(array)
        little = little.astype(little.dtype.newbyteorder("<"), copy=False)
        if little.dtype.str not in _DTYPES:
            raise InvalidTypeError(
                f"array `{name}` must hold booleans, integers, floats or complex numbers; "
                f"found {little.dtype}. Convert it, for example with `.astype(np.float64)`."
            )
        header.append((name, little.dtype.str, little.shape))
        chunks.append(little.tobytes())
    text = json.dumps(header).encode()
    body = struct.pack("<I", len(text)) + text + zlib.compress(b"".join(chunks), level)
    return struct.pack("<I", zlib.crc32(body)) + body


def decode_arrays(blob: bytes) -> dict[str, NDArray[Any]]:
    """Turn bytes back into named arrays.

    Args:
        blob: What `encode_arrays` returned.

    Returns:
        New, writable arrays.

    Raises:
        InvalidValueError: If the bytes are damaged or were not written by `encode_arrays`.

    Example:
        >>> decode_arrays(encode_arrays({"step": np.arange(3)}))["step"].tolist()
        [0, 1, 2]
    """
    try:
        checksum, length = _PREFIX.unpack_from(blob)
        if zlib.crc32(memoryview(blob)[4:]) != checksum:
            raise ValueError("the checksum differs")
        start = _PREFIX.size + length
        header = list(_layout(json.loads(blob[_PREFIX.size : start])))
        size = sum(dtype.itemsize * math.prod(shape) for _, dtype, shape in header)
        return _split(_decompress(blob[start:], size), header)
    except _DAMAGE as error:
        raise InvalidValueError(
            f"stored arrays must be bytes that nalm wrote; found others ({error})."
        ) from error


def is_whole(blob: object) -> bool:
    """Say whether bytes are as `encode_arrays` returned them, without decoding them.

    Args:
        blob: What a file holds.

    Example:
        >>> is_whole(encode_arrays({"step": np.arange(3)})), is_whole(b"damaged")
        (True, False)
    """
    if not isinstance(blob, bytes) or len(blob) < _PREFIX.size:
        return False
    return _PREFIX.unpack_from(blob)[0] == zlib.crc32(memoryview(blob)[4:])


def _layout(
    header: Iterable[tuple[str, str, list[int]]],
) -> Iterator[tuple[str, np.dtype[Any], tuple[int, ...]]]:
    for name, dtype, shape in header:
        if type(name) is not str or not all(type(n) is int and n >= 0 for n in shape):
            raise ValueError(f"{name!r} of shape {shape} is not an array")
        if len(shape) > 32:  # the most dimensions that every NumPy supports
            raise ValueError(f"{name!r} has {len(shape)} dimensions")
        yield name, _DTYPES[dtype], tuple(shape)


def _decompress(data: bytes, size: int) -> bytes:
    # A header or a stream that lies about its size must not fill the memory: deflate never
    # shrinks more than 1032 times, and output stops one byte after the promised size.
    if size > 1032 * len(data):
        raise ValueError(f"{size} bytes cannot come out of {len(data)}")
    stream = zlib.decompressobj()
    payload = stream.decompress(data, size + 1)
    if len(payload) != size or not stream.eof or stream.unused_data:
        raise ValueError(f"{len(payload)} bytes came out instead of {size}")
    return payload


def _split(
    payload: bytes, header: list[tuple[str, np.dtype[Any], tuple[int, ...]]]
) -> dict[str, NDArray[Any]]:
    arrays: dict[str, NDArray[Any]] = {}
    offset = 0
    for name, dtype, shape in header:
        # The copy is aligned and writable, which torch.from_numpy asks for.
        view = np.ndarray(shape, dtype, buffer=payload, offset=offset)
        arrays[name] = view.astype(dtype.newbyteorder("="), copy=True)
        offset += view.nbytes
    return arrays
