"""A place for a file, and what is said of one that is too large."""

from collections.abc import Callable

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from nalm.app._launch import ROOM
from nalm.app._words import literal

MEGABYTE = 10**6
"""Bytes, as Streamlit counts beside the name of a file."""
_OWN_LIMIT = "<style>[data-testid=stFileUploaderDropzoneInstructions] {display: none}</style>"
"""Hides Streamlit's own limit, which is higher than the one that the label names."""


def upload(
    label: str,
    *,
    key: str,
    take: Callable[[UploadedFile | None], None],
    command: str,
    help: str | None = None,
) -> UploadedFile | None:
    """Show a place to drop a file.

    Args:
        label: What to drop; the largest size is added.
        key: Of the field.
        take: Is called with a file that was dropped, and with None if there is none any more or if
            it is too large.
        command: What reads a file of any size on the command line, such as "nalm discover".
        help: More about the file.

    Returns:
        The file that lies there; None for none, or for one that is too large.
    """

    def keep() -> None:
        dropped = st.session_state[key]
        take(dropped if dropped is not None and fits(dropped) else None)

    st.html(_OWN_LIMIT)
    text = f"{label}, at most {largest()} MB"
    dropped = st.file_uploader(text, key=key, on_change=keep, help=help)
    if dropped is None or fits(dropped):
        return dropped
    st.error(
        literal(
            f"{dropped.name}: expected a file of at most {largest()} MB, found "
            f"{dropped.size / MEGABYTE:.1f} MB. Use {command} FILE on the command line, start the "
            "page with nalm app --max-upload MB, or keep fewer rows."
        ),
        icon=":material/error:",
    )
    return None


def largest() -> int:
    """Return how many megabytes a file may have; Streamlit itself refuses ROOM times more."""
    return int(st.get_option("server.maxUploadSize")) // ROOM


def fits(dropped: UploadedFile) -> bool:
    """Say whether a file is small enough.

    Args:
        dropped: The file.
    """
    return dropped.size <= largest() * MEGABYTE
