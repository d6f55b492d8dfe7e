"""A saved model in place of a table."""

from pathlib import Path

import streamlit as st

from nalm.app._desk import Desk
from nalm.app._view._running import is_running
from nalm.app._work._question import Question
from nalm.inquiry import ModelRequest


def is_model(path: Path) -> bool:
    """Say whether a file is a saved model by its name.

    Args:
        path: Of the file.
    """
    return path.suffix.casefold() == ".json"


def open_alone(desk: Desk, path: Path) -> None:
    """Open a model that was dropped, unless that would end a search.

    Args:
        desk: Of the visitor.
        path: Of the model.
    """
    if not is_running(desk):
        desk.begin(_question(path))


def show_model(desk: Desk, path: Path) -> None:
    """Say what can be done with a model that was dropped.

    Args:
        desk: Of the visitor.
        path: Of the model.
    """
    if desk.job is not None and desk.job.question == _question(path):
        if desk.job.state.is_done:
            st.caption("A saved model. Drop rows for it under “Other rows”.")
        return
    st.caption("To open a model takes the place of the answer.")
    st.button(
        "Open the model",
        type="primary",
        key="open",
        disabled=is_running(desk),
        on_click=open_alone,
        args=(desk, path),
    )


def _question(path: Path) -> Question:
    return Question(request=ModelRequest(model=path))
