"""The file, and what was read of it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.uploaded_file_manager import UploadedFile

from nalm.app._choices import Choices
from nalm.app._desk import Desk
from nalm.app._examples import EXAMPLES, Example, example_path
from nalm.app._preview import Preview, read_preview
from nalm.app._view._fields import field
from nalm.app._view._model import is_model, open_alone, show_model
from nalm.app._view._tables import show_table
from nalm.app._view._uploading import upload
from nalm.app._words import LABELS, in_words_of_the_page, literal
from nalm.errors import NalmError
from nalm.tables import Reading

SHOWN = 1000
"""Rows of the table that the page shows."""
_ENDINGS = (
    "CSV and other text, Excel (.xlsx) or Parquet, with names of the columns in the first row. "
    "Or a model (.json) that was saved."
)


@dataclass(frozen=True, kw_only=True)
class Loaded:
    """Hold a file that was read.

    Args:
        path: Where it lies.
        reading: How it was read.
        preview: What was read.
        proposed: What is asked of it by an example.
    """

    path: Path
    reading: Reading
    preview: Preview
    proposed: Choices | None = None

    def key(self, name: str) -> str:
        """Return the key of a field, so that another file has fields of its own.

        Args:
            name: Of the field.
        """
        return field(f"{name} of {self.path}")

    def say(self, error: Exception) -> None:
        """Show an error of this package.

        Args:
            error: As the command line would say it.
        """
        say(str(error), self.path.parent)


def load(desk: Desk, *, beside: DeltaGenerator) -> Loaded | None:
    """Let the user choose a file, read it, and show what was read.

    Args:
        desk: Where it is kept.
        beside: Where the table is shown.

    Returns:
        The file; None if there is none yet, or none that can be read.
    """
    _drop_zone(desk)
    titles = {each.title: each for each in EXAMPLES}
    title = st.selectbox(
        "Or try an example",
        titles,
        index=None,
        placeholder="Choose a table of published measurements",
        key=field("example"),
        disabled=desk.file is not None,
    )
    if desk.file is not None:
        path, proposed = desk.file, None
    elif title is not None:
        example = titles[title]
        path, proposed = _of_example(example), example.choices
    else:
        return None
    if path is None:
        return None
    if is_model(path):
        show_model(desk, path)
        return None
    reading = _reading(path)
    try:
        preview = preview_of(
            path, decimal=reading.decimal, sheet=reading.sheet, names=reading.names
        )
    except NalmError as error:
        say(str(error), path.parent)
        return None
    with beside:
        _show(preview)
    return Loaded(path=path, reading=reading, preview=preview, proposed=proposed)


def say(message: str, folder: Path) -> None:
    """Show a message of the command line in the words of the page.

    Args:
        message: What was expected, found, and what to do.
        folder: Where the file lies.
    """
    st.error(literal(in_words_of_the_page(message, folder=folder)), icon=":material/error:")


def _drop_zone(desk: Desk) -> None:
    def keep(dropped: UploadedFile | None) -> None:
        desk.file = None if dropped is None else desk.keep(dropped.name, dropped.getvalue())
        if desk.file is not None and is_model(desk.file):
            open_alone(desk, desk.file)

    def put_away() -> None:
        desk.file = None

    dropped = upload(
        "Your table or saved model", key="file", take=keep, command="nalm discover", help=_ENDINGS
    )
    if dropped is None and desk.file is not None:  # the page was loaded again
        name = literal(desk.file.name)
        st.caption(f"{name} is still here. Drop another file to replace it.")
        st.button(f"Put {name} away", key="put away", on_click=put_away)


def _of_example(example: Example) -> Path | None:
    try:
        return example_path(example)
    except NalmError as error:
        st.error(str(error))
        return None


def _reading(path: Path) -> Reading:
    with st.expander("How the file is written"):
        st.caption("All of this is found out; say it where the guess is wrong.")
        decimal = st.segmented_control(
            LABELS["--decimal"], [".", ","], key=field(f"decimal of {path}"), default=None
        )
        sheet = st.text_input(
            LABELS["--sheet"], key=field(f"sheet of {path}"), help="Of a workbook."
        )
        names = st.text_input(
            LABELS["--names"],
            key=field(f"names of {path}"),
            help="For a file without a header, with commas between them.",
        )
    given = tuple(name.strip() for name in names.split(",") if name.strip())
    return Reading(decimal=decimal, sheet=sheet.strip() or None, names=given)


# A few of the last files of all visitors; each has a path of its own.
@st.cache_data(max_entries=8, show_spinner="Reading the table …")
def preview_of(
    path: Path,
    *,
    decimal: str | None = None,
    sheet: str | None = None,
    names: tuple[str, ...] = (),
) -> Preview:
    """Read a table, once for all runs of the page.

    Args:
        path: The file.
        decimal: The decimal sign; None to find out.
        sheet: Of a workbook; None for the first.
        names: Of the columns; empty for the header's.

    Returns:
        What was read.
    """
    return read_preview(path, Reading(decimal=decimal, sheet=sheet, names=names))


def _show(preview: Preview) -> None:
    rows, columns = preview.rows, len(preview.columns)
    st.subheader("What was read")
    st.write(
        f"{rows:,} row{'s' if rows != 1 else ''}, {columns} column{'s' if columns != 1 else ''}"
        + (f". The first {SHOWN:,} are shown." if rows > SHOWN else ".")
    )
    for line in _about_columns(preview):
        st.caption(line)
    for note in preview.notes:
        st.info(literal(in_words_of_the_page(_sentence(note))), icon=":material/info:")
    show_table(_shown(preview.frame), height=38 + 35 * min(rows, 6))
    with st.expander("Columns, units and ranges"):
        show_table(
            [
                {
                    "column": each.name,
                    "unit": each.unit,
                    "holds": each.content,
                    "missing": each.missing,
                    "least": each.low,
                    "largest": each.high,
                }
                for each in preview.columns
            ]
        )


def _about_columns(preview: Preview) -> list[str]:
    """Say which units the file has, and where something is missing."""
    columns = preview.columns
    units = ", ".join(f"{each.name} in {each.unit}" for each in columns if each.unit)
    holes = ", ".join(f"{each.missing} in {each.name}" for each in columns if each.missing)
    lines = [f"Units of the file: {units}."] if units else []
    lines += [f"Missing values: {holes}."] if holes else []
    if not preview.numbers:
        lines.append("No column holds numbers, so there is nothing to explain or to explain by.")
    return [literal(line) for line in lines]


def _shown(frame: Any) -> Any:  # noqa: ANN401  (pandas has no types)
    head = frame.head(SHOWN).copy()
    head.attrs = {}
    # Cells of several kinds have no common type, which the browser needs.
    for name in head.columns:
        if head[name].dtype.kind == "O":
            head[name] = head[name].fillna("").astype(str)
    return head


def _sentence(note: str) -> str:
    return note[:1].upper() + note[1:]
