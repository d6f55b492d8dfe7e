"""Predictions for other rows."""

import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from nalm.app._desk import Desk
from nalm.app._view._fields import field
from nalm.app._view._loading import preview_of, say
from nalm.app._view._tables import show_table
from nalm.app._view._uploading import upload
from nalm.app._words import LABELS, in_words_of_the_page, literal
from nalm.app._work._answer import MODEL, ROWS, Answer
from nalm.app._work._job import Job
from nalm.app._work._question import Question
from nalm.errors import NalmError
from nalm.inquiry import ModelRequest, Request, RowsRequest

LEVEL = 0.95
"""Probability that a new measurement lies between the bounds."""
OUTSIDE = "outside"
"""The column that marks rows outside the ranges of the fit."""


def show_rows(desk: Desk, searched: Job) -> None:
    """Let the user drop other rows, and predict them.

    Args:
        desk: Of the visitor.
        searched: The search that found the model, or what opened it.
    """
    st.write("Drop a table with the columns of inputs, and get it back with predictions beside it.")
    rows = _choose(desk, searched)
    if rows is None:
        return
    try:
        question = _question(searched, rows)
    except NalmError as error:
        say(str(error), rows.parent)
        return
    if question is None:
        return
    job = desk.predictions.get(searched.folder)
    if job is None or job.question != question:
        job = desk.predict(searched, question)
    with st.spinner("Predicting …"):
        while not job.state.ended:
            time.sleep(0.1)
            st.empty()  # lets another click end this run of the page
    if job.state.failed is not None:
        say(job.state.failed.message, rows.parent)
        return
    _show(Answer.read(job.folder), rows)


def _choose(desk: Desk, searched: Job) -> Path | None:
    """Return the table of other rows; None if there is none yet."""
    asked = searched.question.request

    def keep(dropped: UploadedFile | None) -> None:
        desk.rows.pop(searched.folder, None)
        if dropped is not None:
            desk.rows[searched.folder] = desk.keep(dropped.name, dropped.getvalue())

    def same() -> None:
        desk.rows[searched.folder] = searched.question.file

    upload("Other rows", key=f"rows for {searched.folder}", take=keep, command="nalm predict")
    if not isinstance(asked, ModelRequest):
        st.button("Predict the rows of the table itself", key="same rows", on_click=same)
    return desk.rows.get(searched.folder)


def _question(searched: Job, rows: Path) -> Question | None:
    """Make the question to a process; None as long as the user has to choose a column."""
    asked = searched.question.request
    request = RowsRequest(model=searched.folder / MODEL, data=rows, level=LEVEL)
    if isinstance(asked, Request):
        request = replace(request, time=asked.time, trajectory=asked.trajectory, group=asked.group)
    elif isinstance(asked, ModelRequest):
        return _with_columns(request, Answer.read(searched.folder))
    return Question(request=request)


def _with_columns(request: RowsRequest, answer: Answer) -> Question | None:
    """Let the user say which columns have a part that a saved model does not name."""
    columns = preview_of(request.data)
    if answer.content["is_motion"]:
        time = _column("--time", columns.names, columns.likely_time, request.data)
        rest = [name for name in columns.names if name != time]
        trajectory = _column("--trajectory", rest, None, request.data)
        request = replace(request, time=time, trajectory=trajectory)
        return None if time is None else Question(request=request)
    if answer.content["grouping"] is None:
        return Question(request=request)
    group = _column("--group", columns.names, None, request.data)
    return None if group is None else Question(request=replace(request, group=group))


def _column(option: str, names: list[str], likely: str | None, rows: Path) -> str | None:
    return st.selectbox(
        LABELS[option],
        names,
        index=names.index(likely) if likely in names else None,
        placeholder="None" if option == "--trajectory" else "Choose a column",
        key=field(f"{option} of {rows}"),
    )


def _show(answer: Answer, rows: Path) -> None:
    st.write(f"Predictions for {literal(rows.name)}")
    for remark in answer.content["remarks"]:
        st.caption(literal(in_words_of_the_page(str(remark))))
    pandas: Any = import_module("pandas")
    path = answer.folder / ROWS
    shown = pandas.read_csv(path)
    if OUTSIDE in shown:  # a row inside the ranges has no mark, which is no missing value
        shown[OUTSIDE] = shown[OUTSIDE].astype(object).fillna("")
    show_table(shown)
    st.download_button(
        "Predictions (CSV)",
        path.read_bytes(),
        file_name=f"{rows.stem}-predicted.csv",
        on_click="ignore",
        key=f"get {path}",
    )
