import gzip
import struct

import numpy as np
import pytest

from nalm.errors import DataError
from nalm.tasks._data._idx import read_idx

LABELS = struct.pack(">HBBI", 0, 8, 1, 3) + bytes([7, 0, 9])
IMAGES = struct.pack(">HBBIII", 0, 8, 3, 2, 1, 2) + bytes(range(4))


def write(tmp_path, data, name="labels-idx1-ubyte"):
    path = tmp_path / name
    path.write_bytes(data)
    return path


def test_labels_and_images_are_read(tmp_path):
    assert read_idx(write(tmp_path, LABELS), dimensions=1).tolist() == [7, 0, 9]
    images = read_idx(write(tmp_path, IMAGES), dimensions=3)
    assert images.dtype == np.uint8
    assert images.tolist() == [[[0, 1]], [[2, 3]]]


def test_a_compressed_file_is_the_same(tmp_path):
    path = write(tmp_path, gzip.compress(LABELS), "labels.gz")
    assert read_idx(path, dimensions=1).tolist() == [7, 0, 9]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "a header of 8 bytes"),
        (LABELS[:7], "a header of 8 bytes"),
        (b"\x00\x00\x0d\x01" + LABELS[4:], "found 00 00 0d 01"),
        (b"PK\x03\x04" + LABELS[4:], "found 50 4b 03 04"),
        (LABELS[:-1], "expected 3 bytes after the header"),
        (LABELS + b"\x00", "expected 3 bytes after the header"),
        (IMAGES, "expected the first bytes 00 00 08 01"),
        (struct.pack(">HBBI", 0, 8, 1, 2**32 - 1), "expected 4294967295 bytes"),
    ],
)
def test_another_file_is_refused(tmp_path, data, message):
    with pytest.raises(DataError, match=message):
        read_idx(write(tmp_path, data), dimensions=1)


@pytest.mark.parametrize("data", [b"no gzip", gzip.compress(LABELS, mtime=0)[:-9], b""])
def test_a_damaged_archive_is_refused(tmp_path, data):
    with pytest.raises(DataError, match="Fetch the file again"):
        read_idx(write(tmp_path, data, "labels.gz"), dimensions=1)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DataError, match="missing-file"):
        read_idx(tmp_path / "missing-file", dimensions=1)
