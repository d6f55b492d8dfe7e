"""Predictions for other rows."""

import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import streamlit as st

from nalm.app._desk import Desk
from nalm.app._view._loading import say
from nalm.app._view._tables import show_table
from nalm.app._words import in_words_of_the_page, literal
from nalm.app._work._answer import MODEL, ROWS, Answer
from nalm.app._work._job import Job
from nalm.app._work._question import Question
from nalm.inquiry import Effort, Request, RowsRequest

LEVEL = 0.95
"""Probability that a new measurement lies between the bounds."""


def show_rows(desk: Desk, searched: Job) -> None:
    """Let the user drop other rows, and predict them.

    Args:
        desk: Of the visitor.
        searched: The search that found the model.
    """
    st.write("Drop a table with the columns of inputs, and get it back with predictions beside it.")
    key = f"rows for {searched.folder}"

    def begin() -> None:
        dropped = st.session_state[key]
        if dropped is None:
            desk.predictions.pop(searched.folder, None)
        else:
            path = desk.keep(dropped.name, dropped.getvalue())
            desk.predict(searched, _question(searched, path))

    def same() -> None:
        desk.predict(searched, _question(searched, searched.question.request.data))

    st.file_uploader("Other rows", key=key, on_change=begin)
    st.button("Predict the rows of the table itself", key="same rows", on_click=same)
    job = desk.predictions.get(searched.folder)
    if job is None:
        return
    with st.spinner("Predicting …"):
        while not job.state.ended:
            time.sleep(0.1)
            st.empty()  # lets another click end this run of the page
    if job.state.failed is not None:
        say(job.state.failed.message, job.question.request.data.parent)
        return
    _show(Answer.read(job.folder), name=job.question.request.data.stem)


def _question(searched: Job, path: Path) -> Question:
    asked = searched.question.request
    request = RowsRequest(model=searched.folder / MODEL, data=path, level=LEVEL)
    if isinstance(asked, Request):
        request = replace(request, time=asked.time, trajectory=asked.trajectory, group=asked.group)
    return Question(request=request, effort=Effort())


def _show(answer: Answer, *, name: str) -> None:
    for remark in answer.content["remarks"]:
        st.caption(literal(in_words_of_the_page(str(remark))))
    pandas: Any = import_module("pandas")
    path = answer.folder / ROWS
    show_table(pandas.read_csv(path))
    st.download_button(
        "Predictions (CSV)",
        path.read_bytes(),
        file_name=f"{name}-predicted.csv",
        on_click="ignore",
        key=f"get {path}",
    )
