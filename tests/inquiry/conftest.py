import pytest


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    """Every test works in a folder of its own."""
    monkeypatch.chdir(tmp_path)
