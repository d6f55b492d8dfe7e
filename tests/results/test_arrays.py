import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.results._arrays import decode_arrays, encode_arrays, is_whole

numbers = st.one_of(
    hnp.boolean_dtypes(), hnp.integer_dtypes(), hnp.unsigned_integer_dtypes(),
    hnp.floating_dtypes(sizes=(16, 32, 64)), hnp.complex_number_dtypes(sizes=(64, 128)),
)  # fmt: skip
arrays = hnp.arrays(numbers, hnp.array_shapes(min_dims=0, min_side=0))


def frame(header: bytes, payload: bytes) -> bytes:
    body = struct.pack("<I", len(header)) + header + payload
    return struct.pack("<I", zlib.crc32(body)) + body


@given(st.dictionaries(st.text(), arrays, max_size=3))
def test_every_array_of_numbers_survives(named):
    found = decode_arrays(encode_arrays(named))
    assert list(found) == list(named)
    for name, array in named.items():
        assert found[name].dtype == array.dtype.newbyteorder("=")
        assert found[name].shape == array.shape
        assert found[name].tobytes() == array.astype(found[name].dtype).tobytes()
        assert found[name].flags.writeable and found[name].flags.aligned


@given(st.dictionaries(st.text(), arrays, max_size=3), st.data())
def test_a_wrong_bit_is_noticed_without_decoding(named, data):
    blob = encode_arrays(named)
    assert is_whole(blob)
    changed = bytearray(blob)
    changed[data.draw(st.integers(0, len(blob) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    assert not is_whole(bytes(changed))


@pytest.mark.parametrize("blob", [b"", b"1234567", "text", 7, None])
def test_what_is_no_frame_at_all_is_not_whole(blob):
    assert not is_whole(blob)


def test_the_format_of_the_file_is_pinned():
    blob = encode_arrays({"w": np.array([1.5, np.nan])})
    header = b'[["w", "<f8", [2]]]'
    assert blob == frame(header, zlib.compress(struct.pack("<dd", 1.5, np.nan), 1))


@pytest.mark.parametrize("array", [np.eye(3).T[::2], np.asfortranarray(np.arange(6).reshape(2, 3))])
def test_the_memory_order_does_not_matter(array):
    np.testing.assert_array_equal(decode_arrays(encode_arrays({"w": array}))["w"], array)


@pytest.mark.parametrize(
    "array",
    [
        np.array([None]), np.array(["text"]), np.array([b"bytes"]),
        np.array(["2020-01-01"], "datetime64[D]"), np.zeros(2, dtype=[("x", float)]),
    ],
)  # fmt: skip
def test_other_arrays_are_refused(array):
    with pytest.raises(InvalidTypeError, match="array `w` must hold booleans, integers"):
        encode_arrays({"w": array})


@pytest.mark.parametrize(
    "blob",
    [
        b"", b"short", b"\0" * 100,
        frame(b"", b""),
        frame(b"7", zlib.compress(b"")),
        frame(b"{", zlib.compress(b"")),
        frame(b"[" * 100_000, zlib.compress(b"")),
        frame(b"[]", b"not zlib"),
        frame(b"[]", zlib.compress(b"more than promised")),
        frame(b"[]", zlib.compress(b"") + b"trailing"),
        frame(b'[["w", "<f8", [2]]]', zlib.compress(b"too few")),
        frame(b'[["w", "<f8", [1]]]', zlib.compress(b"12345678")[:-2]),
        frame(b'[["w", "|O", [1]]]', zlib.compress(b"12345678")),
        frame(b'[["w", "O", [1]]]', zlib.compress(b"12345678")),
        frame(b'[["w", "<f8", [-1]]]', zlib.compress(b"")),
        frame(b'[["w", "<f8", [-1, -1]]]', zlib.compress(b"12345678")),
        frame(b'[["w", "<f8", [true]]]', zlib.compress(b"12345678")),
        frame(b'[["w", "<f8", ["1"]]]', zlib.compress(b"12345678")),
        frame(b'[["w", "<f8", [1.0]]]', zlib.compress(b"12345678")),
        frame(b'[["w", "<f8"]]', zlib.compress(b"")),
        frame(b'[[["w"], "<f8", [1]]]', zlib.compress(b"12345678")),
        frame(b'[["w", ["<f8"], [1]]]', zlib.compress(b"12345678")),
        frame(b'[["w", "<f8", [0, 99999999999999999999999999]]]', zlib.compress(b"")),
        frame(b'[["w", "|b1", [1000000000000000]]]', zlib.compress(b"")),
        frame(b'[["w", "|b1", [%s]]]' % b",".join([b"1"] * 70), zlib.compress(b"1")),
        frame(b"[]", zlib.compress(b"\0" * 10**8)),
    ],
)  # fmt: skip
def test_whatever_is_not_ours_is_refused(blob):
    with pytest.raises(InvalidValueError, match="must be bytes that nalm wrote"):
        decode_arrays(blob)


@given(st.binary(max_size=200))
def test_random_bytes_are_refused(blob):
    with pytest.raises(InvalidValueError):
        decode_arrays(blob)


@given(st.data())
def test_every_flipped_bit_is_noticed(data):
    blob = bytearray(encode_arrays({"w": np.arange(20.0), "mask": np.ones(3, bool)}))
    blob[data.draw(st.integers(0, len(blob) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(InvalidValueError):
        decode_arrays(bytes(blob))


def test_torch_takes_the_arrays_without_a_warning():
    torch = pytest.importorskip("torch")
    assert torch.from_numpy(decode_arrays(encode_arrays({"w": np.ones(2)}))["w"]).sum() == 2
