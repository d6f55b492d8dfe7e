import csv
import sys

import numpy as np
import pytest

from nalm.errors import InvalidValueError, StoreError
from nalm.results import StoredRun, Trace
from nalm.results._export import line, write_table


def make_run(key="a", errors=(0.5, 0.25), description=None):
    error = np.array(errors, dtype=np.float64)
    return StoredRun(
        key=key,
        description=description or {"network": {"unit": "NMU", "hidden": 2}, "range": [1.0, 2.0]},
        seed=3,
        trace=Trace(step=np.arange(len(error)), validation=error, test=error, sparsity=error),
        parameters={},
        seconds=1.5,
        diverged=False,
    )


def read(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_a_line_is_flat_and_ends_with_the_last_errors():
    assert line(make_run()) == {
        "key": "a", "seed": 3, "seconds": 1.5, "diverged": False,
        "step": 1, "validation": 0.25, "test": 0.25, "sparsity": 0.25,
        "description.network.unit": "NMU", "description.network.hidden": 2,
        "description.range": "[1.0, 2.0]",
    }  # fmt: skip


def test_runs_of_different_experiments_share_a_csv(tmp_path):
    other = make_run("b", (), {"seed": "of the description", "text": 'comma, "quote"\nünïcode'})
    diverged = make_run("c", (np.inf, np.nan))
    write_table([make_run(), other, diverged], tmp_path / "new" / "runs.csv")
    first, second, third = read(tmp_path / "new" / "runs.csv")
    assert (first["key"], first["test"], first["description.network.unit"]) == ("a", "0.25", "NMU")
    assert (second["seed"], second["description.seed"]) == ("3", "of the description")
    assert second["description.text"] == 'comma, "quote"\nünïcode'
    assert (second["test"], second["description.network.unit"]) == ("", "")
    assert third["test"] == "nan"


def test_an_empty_store_exports_its_header(tmp_path):
    write_table([], tmp_path / "runs.csv")
    text = (tmp_path / "runs.csv").read_text()
    assert text == "key,seed,seconds,diverged,step,validation,test,sparsity\n"


def test_an_unknown_ending_is_refused(tmp_path):
    with pytest.raises(InvalidValueError, match=r"must end in \.csv or \.parquet; found"):
        write_table([], tmp_path / "runs.xlsx")


def test_an_export_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "runs.csv"
    path.write_text("old")

    def fail(*arguments, **options):
        raise OSError("No space left on device")

    monkeypatch.setattr("nalm.results._export.csv.writer", fail)
    with pytest.raises(StoreError, match=r"runs\.csv.*No space left.*another path"):
        write_table([make_run()], path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_path_below_a_file_is_refused(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="must be writable to export"):
        write_table([], tmp_path / "file" / "runs.csv")


def test_parquet_without_pyarrow_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(StoreError, match=r"runs\.parquet`.*pip install nalm\[parquet\]"):
        write_table([make_run()], tmp_path / "runs.parquet")
    assert list(tmp_path.iterdir()) == []


def test_parquet_holds_the_same_table(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    other = make_run("b", (), {"range": 7, "network": {"hidden": 2.5}})
    write_table([make_run(), other], tmp_path / "runs.parquet")
    rows = parquet.read_table(tmp_path / "runs.parquet").to_pylist()
    assert [row["key"] for row in rows] == ["a", "b"]
    assert [row["description.range"] for row in rows] == ["[1.0, 2.0]", "7"]
    assert [row["description.network.hidden"] for row in rows] == [2.0, 2.5]
    assert [row["test"] for row in rows] == [0.25, None]
