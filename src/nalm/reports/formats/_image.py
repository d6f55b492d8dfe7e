"""Figures as files: pixels and vectors."""

import io
from typing import Any, final

from nalm.reports.formats._format import Format
from nalm.reports.interface._report import Report

DOTS_PER_INCH = 200


@final
class PNGFormat(Format):
    """Draw the figure in pixels."""

    name = "png"
    suffix = ".png"
    binary = True

    def render(self, report: Report) -> bytes:
        """Return a PNG file; equal reports give equal bytes."""
        return _save(report, kind="png", metadata={"Software": None})


@final
class SVGFormat(Format):
    """Draw the figure in vectors."""

    name = "svg"
    suffix = ".svg"
    binary = True

    def render(self, report: Report) -> bytes:
        """Return an SVG file; equal reports give equal bytes."""
        return _save(report, kind="svg", metadata={"Date": None})


def _save(report: Report, *, kind: str, metadata: dict[str, str | None]) -> bytes:
    from nalm.reports.drawing._style import style

    content = io.BytesIO()
    with style(math=True):
        figure: Any = report.figure()
        figure.savefig(content, format=kind, dpi=DOTS_PER_INCH, metadata=metadata)
    return content.getvalue()
