import pytest

from nalm.cli import _catalogue
from tests.cli.examples import small_catalogue


@pytest.fixture(autouse=True)
def catalogue(monkeypatch, tmp_path):
    """Every test of a command sees the small catalogue and works in a folder of its own."""
    small = small_catalogue()
    monkeypatch.setattr(_catalogue, "load_entries", lambda: dict(small))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NALM_STORE", raising=False)
    return small
