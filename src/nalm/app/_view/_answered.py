"""The answer: verdict, equation, candidates, the report, other rows, downloads."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from nalm.app._desk import Desk
from nalm.app._view._loading import say
from nalm.app._view._rows import show_rows
from nalm.app._view._tables import show_table
from nalm.app._words import in_words_of_the_page, literal
from nalm.app._work._answer import CODE, PAGE, Answer

HEIGHT = 900
"""Of the report in the page, in pixels."""
_SIGNS = {"law": st.success, "approximation": st.warning, "undecided": st.info}
_COLUMNS = ("equation", "complexity", "rmse", "r2", "extrapolation_error", "bic")


def show_answer(desk: Desk, *, said: Sequence[str] = ()) -> None:
    """Show what was found, or why nothing was.

    Args:
        desk: Of the visitor, with work that has ended.
        said: Notes on the file, which are shown elsewhere.
    """
    job = desk.job
    if job is None:
        return
    # Another file may have been chosen since.
    st.subheader(f"Answer for {job.question.file.name}")
    if job.state.failed is not None:
        say(job.state.failed.message, job.question.file.parent)
        return
    answer = Answer.read(job.folder)
    _remarks(answer, said)
    with_page = (answer.folder / PAGE).exists()  # a saved model has none
    names = ["Equation", *(["Report and plots"] if with_page else []), "Other rows", "Download"]
    law, *report, rows, keep = st.tabs(names)
    with law:
        _equations(answer)
    for tab in report:
        with tab:
            st.iframe(answer.folder / PAGE, height=HEIGHT)
    with rows:
        show_rows(desk, job)
    with keep:
        _downloads(answer)


def _remarks(answer: Answer, said: Sequence[str]) -> None:
    content = answer.content
    if content["stopped"]:
        st.warning("Stopped: this is the best of what was searched.")
    if content["dropped"]:
        count = content["dropped"]
        st.info(f"{count} row{'s' if count > 1 else ''} with missing values left out.")
    for note in content["notes"]:
        if note in said:
            continue
        text = in_words_of_the_page(str(note))
        st.caption(literal(f"Note: {text[:1].upper()}{text[1:]}"))


def _equations(answer: Answer) -> None:
    grouping = answer.content["grouping"]
    if grouping is not None:
        _grouping(answer, grouping)
        return
    for target in answer.targets:
        _verdict(target)
        _formula(target["candidates"][target["chosen"]]["latex"])
        _constants(target)
        with st.expander(f"All {len(target['candidates'])} candidates for {target['left_side']}"):
            _candidates(target)


def _formula(latex: str) -> None:
    # Only formulas within a line are broken where the page is narrow. A dollar sign would end one.
    if "$" in latex:
        st.latex(latex)
    else:
        st.markdown(rf"$\large\displaystyle {latex}$")


def _verdict(target: dict[str, Any]) -> None:
    show = _SIGNS.get(target["verdict"], st.info)
    sentences = [target["meaning"], target["reason"]]
    text = in_words_of_the_page(" ".join(filter(None, sentences)))
    show(f"**{target['headline']}.** {literal(text)}")
    for hint in target["advice"]:
        st.caption(literal(in_words_of_the_page(f"What may help: {hint['text']}")))


def _grouping(answer: Answer, grouping: dict[str, Any]) -> None:
    _verdict(answer.targets[0])
    _formula(grouping["latex"])
    show_table(
        [
            {"group": group["name"]}
            | {each["name"]: each["written"] for each in group["constants"]}
            for group in grouping["groups"]
        ]
    )


def _constants(target: dict[str, Any]) -> None:
    constants = target["candidates"][target["chosen"]]["constants"]
    if constants:
        show_table(
            [
                {"constant": c["name"], "value": c["written"]}
                | ({"unit": c["unit"]} if c["unit"] else {})
                for c in constants
            ]
        )


def _candidates(target: dict[str, Any]) -> None:
    show_table(
        [
            {"pick": "●" if each["chosen"] else ""} | {name: each[name] for name in _COLUMNS}
            for each in target["candidates"]
        ]
    )


def _downloads(answer: Answer) -> None:
    with st.container(horizontal=True):
        for label, (name, content) in answer.downloads().items():
            st.download_button(
                label, content, file_name=name, on_click="ignore", key=f"get {label}"
            )
    for language, reason in answer.content["refused"].items():
        st.caption(literal(f"Not as {CODE[language]}: {in_words_of_the_page(reason)}"))
    st.write("On the command line:")
    st.code(answer.content["command"], language="shell", wrap_lines=True)
