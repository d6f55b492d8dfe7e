"""The fields of the page whose values outlive a reload."""

import streamlit as st

from nalm.app._desk import Desk

# Buttons and dropped files cannot be filled in by a program.
_MARK = "field: "


def field(name: str) -> str:
    """Return the key of a field.

    Args:
        name: Of the field.
    """
    return f"{_MARK}{name}"


def remember(desk: Desk) -> None:
    """Keep what is chosen in all fields that are shown.

    Args:
        desk: Where it is kept.
    """
    values = st.session_state.items()
    desk.chosen = {str(key): value for key, value in values if str(key).startswith(_MARK)}


def recall(desk: Desk) -> None:
    """Choose what was chosen before, as a visit begins.

    Args:
        desk: Where it was kept.
    """
    for key, value in desk.chosen.items():
        st.session_state[key] = value
