import pytest

from nalm.app import _launch
from nalm.app._launch import arguments, launch
from nalm.errors import DataError


def test_the_page_is_for_this_machine_alone_and_tells_nobody():
    words = arguments(port=9000, browser=False, largest=10)
    assert words[0] == "run"
    assert {
        "--server.address=127.0.0.1",
        "--server.port=9000",
        "--server.maxUploadSize=40",
        "--server.headless=true",
        "--browser.gatherUsageStats=false",
    } <= set(words)


def test_what_to_install_is_said(monkeypatch):
    monkeypatch.setattr(_launch, "find_spec", lambda name: None)
    with pytest.raises(DataError, match=r"pip install 'nalm\[app\]'"):
        launch()
