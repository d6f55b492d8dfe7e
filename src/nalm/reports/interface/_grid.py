"""What a table shows, before anything is said about how it is drawn."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Cell:
    """Hold one cell of a grid.

    Args:
        lines: Its lines; the first is the main one.
        alert: Whether the reader should notice it.
    """

    lines: tuple[str, ...]
    alert: bool = False


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Hold a compact table for the terminal.

    Args:
        title: One line above it; may be empty.
        header: Names of its columns.
        rows: Its rows, each as long as the header.
        caption: How to read it; may be empty.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""


@dataclass(frozen=True, kw_only=True)
class Listing:
    """Hold a flat table for a document, as text.

    Args:
        header: Names of its columns.
        rows: Its rows, each as long as the header; a change in the first column starts a group.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
