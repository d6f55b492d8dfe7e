"""The server of the page, on this machine alone."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from nalm.errors import DataError

HOST = "127.0.0.1"
"""Only this machine can reach it."""
PORT = 8501
LARGEST = 50
"""Megabytes of a file."""
ROOM = 4
"""Streamlit's own limit, in units of ours: a file between the two has a message that helps."""


def launch(*, port: int = PORT, browser: bool = True, largest: int = LARGEST) -> None:
    """Serve the page until Ctrl-C.

    Args:
        port: Of this machine.
        browser: Whether to open a browser.
        largest: Megabytes of the largest file that may be dropped.

    Raises:
        DataError: If Streamlit is missing; the message says what to install.
    """
    if find_spec("streamlit") is None:
        raise DataError(
            "nalm app: expected the package streamlit, found none. Install it with "
            "pip install 'nalm[app]'"
        )
    cli: Any = import_module("streamlit.web.cli")
    cli.main(arguments(port=port, browser=browser, largest=largest), standalone_mode=False)


def arguments(*, port: int, browser: bool, largest: int) -> Sequence[str]:
    """Return the words behind ``streamlit``.

    Args:
        port: Of this machine.
        browser: Whether to open a browser.
        largest: Megabytes of the largest file.
    """
    settings = {
        "server.address": HOST,
        "server.port": port,
        "server.headless": not browser,
        "server.maxUploadSize": ROOM * largest,
        "server.fileWatcherType": "none",
        "server.showEmailPrompt": False,
        "browser.gatherUsageStats": False,
        "client.toolbarMode": "viewer",
        "theme.light.primaryColor": "#0b62c4",  # the standard red looks like an error
        "theme.dark.primaryColor": "#4c9bf5",
        "client.showErrorDetails": "none",
        # Fields have a proposal, and after a reload what was chosen.
        "global.disableWidgetStateDuplicationWarning": True,
    }
    script = Path(__file__).with_name("_script.py")
    words = [f"--{name}={_written(value)}" for name, value in settings.items()]
    return ["run", str(script), *words]


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
