"""Tables on the page."""

from typing import Any

import streamlit as st

from nalm.tables import Frame


def show_table(rows: Frame | list[dict[str, Any]], *, height: int | None = None) -> None:
    """Show a table, whose first rows are seen.

    Args:
        rows: A data frame, or one dictionary for each row.
        height: In pixels; None for as much as it needs.
    """
    page: Any = st  # its tables take types that pyright does not know
    page.dataframe(rows, height="auto" if height is None else height, hide_index=True)
