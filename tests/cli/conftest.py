import signal

import pytest

from nalm.cli._laboratory import _catalogue
from nalm.cli._laboratory._listed import listed
from tests.cli.examples import small_catalogue


@pytest.fixture(autouse=True, scope="session")
def interrupts():
    """Interrupts arrive, also where the tests were started in the background of a shell."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def catalogue(monkeypatch, tmp_path):
    """Every test of a command sees the small catalogue and works in a folder of its own."""
    small = small_catalogue()
    monkeypatch.setattr(_catalogue, "load_entries", lambda: dict(small))
    monkeypatch.setattr(
        _catalogue, "read_listing", lambda: {name: listed(each) for name, each in small.items()}
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NALM_STORE", raising=False)
    return small
