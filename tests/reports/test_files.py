import os
import stat

import pytest

from nalm.errors import StoreError
from nalm.reports import write_atomically


def test_a_file_is_written_with_its_folder(tmp_path):
    path = tmp_path / "new" / "a.csv"
    write_atomically(path, b"1")
    write_atomically(path, b"22")
    assert path.read_bytes() == b"22"
    assert os.listdir(path.parent) == ["a.csv"]


def test_the_old_file_survives_a_failure(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match=r"a\.csv.*No space left"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.csv"]


@pytest.mark.parametrize("name", ["", "file/below.csv"])
def test_a_place_that_cannot_be_written_is_named(tmp_path, name):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="must be writable"):
        write_atomically(tmp_path / name, b"")


def test_rights_of_the_old_file_and_links_are_kept(tmp_path):
    path, link = tmp_path / "a.csv", tmp_path / "link.csv"
    path.touch(0o640)
    link.symlink_to(path)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_device_is_written_in_place():
    write_atomically(os.devnull, b"gone")
    assert os.path.exists(os.devnull)
