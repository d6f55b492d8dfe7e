"""The fields for a form of the user's own."""

from dataclasses import replace

import streamlit as st

from nalm.app._choices import Choices
from nalm.app._view._loading import Loaded
from nalm.app._words import LABELS


def form_fields(loaded: Loaded, proposed: Choices) -> Choices:
    """Show the fields.

    Args:
        loaded: The file.
        proposed: What an example asks.

    Returns:
        What was chosen.
    """
    columns = ", ".join(loaded.preview.numbers)
    form = st.text_input(
        "Equation",
        proposed.form,
        placeholder="y = a*exp(-b*x) + c",
        key=loaded.key("form"),
        help="Names of columns stand for them; all other names are constants.",
    )
    st.caption(f"Columns: {columns}. All other names are constants, which are fitted.")
    details = _details(loaded)
    others = st.checkbox(
        LABELS["--no-search"],
        value=True,
        key=loaded.key("others"),
        help="Then the verdict says whether another form is better.",
    )
    return replace(details, kind="form", form=form, others=others)


def _details(loaded: Loaded) -> Choices:
    with st.expander("Constants, weights and gaps", expanded=loaded.preview.holes > 0):
        return Choices(
            start=st.text_input(
                LABELS["--start"],
                key=loaded.key("start"),
                placeholder="a=1, b=0.5",
                help="Hardly ever needed.",
            ),
            bounds=st.text_input(
                LABELS["--bounds"], key=loaded.key("bounds"), placeholder="a=0:10, b=0:"
            ),
            weights=st.selectbox(
                LABELS["--weights"],
                loaded.preview.numbers,
                index=None,
                placeholder="None",
                key=loaded.key("form weights"),
            ),
            drop_missing=st.checkbox(LABELS["--drop-missing"], key=loaded.key("form drop")),
        )
