"""The search under way: how far it is, its best formula, and the button that stops it."""

import streamlit as st

from nalm.app._desk import Desk
from nalm.inquiry import ModelRequest

SECONDS = 0.5
"""Between two looks at the work."""


def is_running(desk: Desk) -> bool:
    """Say whether a search is under way.

    Args:
        desk: Of the visitor.
    """
    return desk.job is not None and not desk.job.state.ended


def show_running(desk: Desk) -> None:
    """Show the search until it ends.

    Args:
        desk: Of the visitor, with work.
    """
    if desk.job is not None:
        question = desk.job.question
        verb = "Opening" if isinstance(question.request, ModelRequest) else "Searching in"
        st.subheader(f"{verb} {question.file.name}")
    _watch(desk)


@st.fragment(run_every=SECONDS)
def _watch(desk: Desk) -> None:
    job = desk.job
    if job is None or job.state.ended:
        st.rerun()
        return
    state, seconds = job.state, job.seconds
    if state.stopping:
        text = "Stopping: fitting the best formula so far …"
    elif state.parts:
        text = f"{seconds:.0f} s"
    else:
        text = f"{seconds:.0f} s, loading the program …"
    st.progress(state.fraction, text=text)
    for each in state.parts.values():
        stage, _, best = each.facts.partition("; ")
        st.caption(f"{each.name}: {stage}")
        st.code(best or stage, language=None, wrap_lines=True)
    if not state.stopping:
        # A callback runs before the page is drawn again, so no click is lost between two looks.
        st.button("Stop, and keep the best so far", key="stop", on_click=job.stop)
    else:
        st.button("End now, without an answer", key="end", on_click=job.end)
