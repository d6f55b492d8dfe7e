"""The page: chapters, ordered by paper, in one file."""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from nalm.reports.html._chapter import Chapter, anchor
from nalm.reports.html._data import run_data
from nalm.reports.html._table import make_table
from nalm.reports.html._text import count, duration
from nalm.reports.published._citations import Citation, citations

_PLACE = "nalm.reports.html"


@final
@dataclass(frozen=True, kw_only=True)
class Absence:
    """Name an entry of the catalogue that the page does not show.

    Args:
        name: ``paper/what``.
        title: One line.
        reason: Why it is not shown.
        command: The command line that changes that; may be empty.
    """

    name: str
    title: str
    reason: str
    command: str = ""


@final
@dataclass(frozen=True, kw_only=True)
class Document:
    """Hold the chapters of a page.

    Args:
        title: Its heading; empty for a page with a single chapter, whose title is the heading.
        chapters: What it shows, in order; chapters of one paper follow each other.
        absences: What it does not show.
    """

    title: str
    chapters: tuple[Chapter, ...]
    absences: tuple[Absence, ...] = ()

    @property
    def stored(self) -> int:
        """Return the number of stored runs; one that several chapters share counts once."""
        return len(self._seconds())

    @property
    def seconds(self) -> float:
        """Return the time that these runs took to train."""
        return sum(self._seconds().values())

    @property
    def agreeing(self) -> int:
        """Return how many published numbers agree with ours."""
        return sum(chapter.agreeing for chapter in self.chapters)

    @property
    def compared(self) -> int:
        """Return how many published numbers were compared with ours."""
        return sum(chapter.compared for chapter in self.chapters)

    def _seconds(self) -> dict[str, float]:
        return {
            row.key: row.seconds
            for chapter in self.chapters
            for setting in chapter.runs
            for row in setting.rows
        }


@final
@dataclass(frozen=True, kw_only=True)
class _Part:
    """Hold the chapters of one paper."""

    key: str
    citation: Citation | None
    chapters: tuple[Chapter, ...]

    @property
    def title(self) -> str:
        """Return the paper's title, or its key where the paper is not known."""
        return self.citation.title if self.citation else self.key


def render(document: Document) -> bytes:
    """Write a page.

    Args:
        document: What it shows.

    Returns:
        UTF-8 that ends with a newline; equal documents give equal bytes.

    Example:
        >>> render(Document(title="Laboratory", chapters=()))[:15]
        b'<!doctype html>'
    """
    return fill(
        "document.html",
        document=document,
        title=document.title or ", ".join(each.title for each in document.chapters),
        parts=_parts(document.chapters),
        single=not document.title,
    )


def fill(template: str, **values: object) -> bytes:
    """Write a page from a template of this package, with its style and its script.

    Args:
        template: Name of the file.
        **values: What the template asks for besides; texts are escaped.

    Returns:
        UTF-8 that ends with a newline.
    """
    script = _packaged("script.js")
    text = (
        _environment()
        .get_template(template)
        .render(
            **values,
            style=Markup(_packaged("style.css")),  # a file of this package
            script=Markup(script),  # a file of this package
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        )
    )
    return f"{text.strip()}\n".encode()


def _parts(chapters: Sequence[Chapter]) -> list[_Part]:
    papers = dict.fromkeys(each.paper for each in chapters)
    return [
        _Part(
            key=paper,
            citation=citations().get(paper),
            chapters=tuple(each for each in chapters if each.paper == paper),
        )
        for paper in papers
    ]


def _parts_of(chapter: Chapter) -> list[dict[str, object]]:
    parts = zip(chapter.report.parts().items(), chapter.figures, strict=True)
    return [
        {
            "id": chapter.anchor if k == 0 else anchor(f"{chapter.report.name}-{kind}"),
            "figure": Markup(figure),  # Matplotlib escapes what it writes
            "table": make_table(part, chapter.runs),
        }
        for k, ((kind, part), figure) in enumerate(parts)
    ]


def _runs_of(chapter: Chapter) -> Markup:
    return Markup(run_data(chapter.runs))  # holds no character that ends an element


def _packaged(name: str) -> str:
    return files(_PLACE).joinpath("templates", name).read_text(encoding="utf-8").strip()


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader(_PLACE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    names: Any = environment  # its tables of names are typed by what they may hold
    names.filters.update(anchor=anchor, count=count, duration=duration)
    names.globals.update(parts_of=_parts_of, runs_of=_runs_of)
    return environment
