import pytest

from nalm.errors import DataError
from nalm.tasks._data._data_folder import data_file


def test_the_first_file_that_is_there_is_taken(tmp_path, monkeypatch):
    monkeypatch.setenv("NALM_DATA", str(tmp_path))
    (tmp_path / "a.gz").touch()
    assert data_file("a", "a.gz", advice="").name == "a.gz"
    (tmp_path / "a").touch()
    assert data_file("a", "a.gz", advice="").name == "a"


def test_what_is_missing_is_said_with_the_advice(tmp_path, monkeypatch):
    monkeypatch.setenv("NALM_DATA", str(tmp_path))
    with pytest.raises(DataError, match=r"expected a folder with a or a.gz, found no such file in"):
        data_file("a", "a.gz", advice="Ask for it.")
    monkeypatch.delenv("NALM_DATA")
    with pytest.raises(DataError, match=r"NALM_DATA: .* found no such variable\. Ask for it\."):
        data_file("a", advice="Ask for it.")
