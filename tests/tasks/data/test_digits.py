import struct

import numpy as np
import pytest
from sklearn.datasets import load_digits

from nalm.errors import DataError
from nalm.tasks import DigitPart, DigitSource
from nalm.tasks._data import _digits as digits
from nalm.tasks._data._digits import digit_table
from nalm.tasks._data._tables import table


def write(folder, name, array):
    header = struct.pack(f">HBB{array.ndim}I", 0, 8, array.ndim, *array.shape)
    (folder / name).write_bytes(header + array.tobytes())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mnist")
    for name, count in (("train", 60_000), ("t10k", 10_000)):
        answers = (np.arange(count) % 10).astype(np.uint8)
        images = np.zeros((count, 28, 28), dtype=np.uint8)
        images[:, 0, 0] = answers
        write(folder, f"{name}-images-idx3-ubyte", images)
        write(folder, f"{name}-labels-idx1-ubyte", answers)
    return folder


@pytest.fixture(autouse=True)
def fresh():
    digits._mnist.cache_clear()
    yield
    digits._mnist.cache_clear()


def test_mnist_is_divided_as_the_paper_divides_it(folder, monkeypatch):
    monkeypatch.setenv("NALM_DATA", str(folder))
    parts = {part: digits._table(DigitSource.MNIST, part) for part in DigitPart}
    assert [len(each) for each in parts.values()] == [55_000, 5000, 10_000]
    for each in parts.values():
        assert each.shape[1] == 785
        assert np.array_equal(each[:, 0], each[:, -1])  # images keep their digits


@pytest.mark.parametrize("setting", ["nothing", "short"])
def test_a_folder_without_mnist_says_what_to_do(setting, folder, tmp_path, monkeypatch):
    monkeypatch.setenv("NALM_DATA", str(tmp_path))
    if setting == "short":
        write(tmp_path, "train-images-idx3-ubyte", np.zeros((3, 28, 28), dtype=np.uint8))
        write(tmp_path, "train-labels-idx1-ubyte", np.zeros(3, dtype=np.uint8))
    with pytest.raises(DataError, match=r"t10k-labels-idx1-ubyte .*NALM_DATA"):
        digits._mnist()


def test_without_folder_and_network_it_says_what_to_do(monkeypatch):
    def offline(*args, **options):
        raise OSError("no route to host")

    monkeypatch.delenv("NALM_DATA", raising=False)
    monkeypatch.setattr("sklearn.datasets.fetch_openml", offline)
    with pytest.raises(DataError, match=r"no route to host.*NALM_DATA"):
        digits._mnist()


def test_the_small_digits_are_divided_without_overlap():
    parts = [table(digit_table(DigitSource.DIGITS_8X8, part)) for part in DigitPart]
    assert [each.shape for each in parts] == [(1200, 65), (197, 65), (400, 65)]
    data = load_digits()
    rows = np.column_stack([data.data, data.target])
    together = np.concatenate(parts)
    assert np.array_equal(np.sort(together, axis=0), np.sort(rows, axis=0))
    mean, deviation = DigitSource.DIGITS_8X8.scale
    assert (data.data.mean(), data.data.std()) == pytest.approx((mean, deviation), rel=1e-3)
