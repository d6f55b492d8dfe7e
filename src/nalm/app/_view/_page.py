"""The page, from top to bottom."""

import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from nalm.app._desk import Desk
from nalm.app._desks import Desks
from nalm.app._view._answered import show_answer
from nalm.app._view._asking import ask
from nalm.app._view._fields import recall, remember
from nalm.app._view._loading import Loaded, load
from nalm.app._view._running import is_running, show_running
from nalm.app._words import literal
from nalm.errors import NalmError

ABOUT = (
    "Drop a table of measurements and get the equation behind it, with a word on how far it is to "
    "be trusted. Everything stays on this machine."
)
ADDRESS = "work"
"""The part of the page's address that names its desk."""
GONE = (
    "What this address showed is gone: the server was started again, or the page was closed for "
    "too long. Drop your file again."
)


def show() -> None:
    """Draw the page."""
    st.set_page_config(page_title="nalm", layout="wide", menu_items={"About": ABOUT})
    st.title("From a table to its law")
    st.write(ABOUT)
    desk = _desk()
    # On a narrow screen the right column follows the left one.
    left, right = st.columns([2, 3], gap="large")
    found, table = right.container(), right.container()
    with left:
        loaded = load(desk, beside=table)
        if loaded is not None:
            _search(desk, loaded)
        remember(desk)
    if desk.job is None:
        return
    with found:
        if is_running(desk):
            show_running(desk)
        else:
            show_answer(desk, said=() if loaded is None else loaded.preview.notes)


def _search(desk: Desk, loaded: Loaded) -> None:
    asked = ask(loaded)
    is_off = is_running(desk) or asked.lacking is not None
    if asked.lacking is not None:
        st.caption(literal(asked.lacking))
    if st.button("Find the equation", type="primary", disabled=is_off, key="search"):
        try:
            desk.begin(asked.question(desk.folder))
        except NalmError as error:
            loaded.say(error)
        else:
            st.rerun()  # with the button switched off


def _desk() -> Desk:
    """Find the desk that the page's address names, so that a reload loses nothing."""
    context = get_script_run_ctx()
    visitor = "" if context is None else context.session_id
    # "Back" in the browser changes the address of a visit, not the visit.
    wanted = st.session_state.get(ADDRESS) or st.query_params.get(ADDRESS)
    name, desk = _desks().visit(wanted, visitor=visitor)
    if ADDRESS not in st.session_state:
        recall(desk)
    if wanted is not None and name != wanted:
        st.info(GONE)
    st.session_state[ADDRESS] = name
    if st.query_params.get(ADDRESS) != name:
        st.query_params[ADDRESS] = name
    return desk


@st.cache_resource(show_spinner=False)
def _desks() -> Desks:
    return Desks(_is_active)


def _is_active(visitor: str) -> bool:
    # Outside a server, as in tests, there is nobody who could leave.
    return not Runtime.exists() or Runtime.instance().is_active_session(visitor)
