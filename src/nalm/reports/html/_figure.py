"""A figure inside the page: vectors whose colours follow the page's theme."""

import io
import re
from collections.abc import Callable

from nalm.reports.drawing._canvas import AnyFigure
from nalm.reports.drawing._style import style
from nalm.reports.interface._report import Report

DOTS_PER_INCH = 110
"""Of the parts of a figure that are pixels, such as maps."""

# Colours of `nalm.reports.drawing._style`, as names that the style sheet gives a light and a dark
# value.
_THEME = {
    "#ffffff": "var(--figure)",
    "#f5f5f5": "var(--figure-band)",
    "#e6e6e6": "var(--figure-grid)",
    "#cccccc": "var(--figure-rule)",
    "#999999": "var(--figure-axis)",
    "#767676": "var(--figure-faint)",
    "#222222": "var(--figure-ink)",
    "#000000": "var(--series-7)",
    "#0072b2": "var(--series-1)",
    "#d55e00": "var(--series-2)",
    "#009e73": "var(--series-3)",
    "#cc79a7": "var(--series-4)",
    "#e69f00": "var(--series-5)",
    "#56b4e9": "var(--series-6)",
    "#7f7f7f": "var(--series-8)",
    "#882255": "var(--series-9)",
    "#332288": "var(--series-10)",
    "#999933": "var(--series-11)",
    "#661100": "var(--series-12)",
}
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_STYLE = re.compile(r'style="[^"]*"')
_PATH = re.compile(r' d="[^"]*"')
_LONG = re.compile(r"(\.\d\d)\d+")
_REFERENCE = re.compile(r'( id="|url\(#|href="#)')
_HEAD = re.compile(r'<svg [^>]*?viewBox="(0 0 (\S+) \S+)"[^>]*>')


def figure_svg(report: Report, *, prefix: str, labelled_by: str = "") -> str:
    """Draw a report's figure for a page.

    Args:
        report: What to draw.
        prefix: Begins every identifier, so that no two figures of a page share one.
        labelled_by: Identifier of the heading that names the figure.

    Returns:
        An ``svg`` element, as wide as its place, with colours from the style sheet.

    Example:
        >>> from nalm.reports import TrainingReport, table
        >>> empty = TrainingReport(name="p/w", title="", source="", frame=table([]))
        >>> figure_svg(empty, prefix="a")[:14]
        '<svg viewBox="'
    """

    def draw() -> AnyFigure:
        figure: AnyFigure = report.figure()
        figure.suptitle("")  # the page has the title above the figure
        return figure

    return drawing_svg(draw, prefix=prefix, labelled_by=labelled_by, math=True)


def drawing_svg(
    draw: Callable[[], AnyFigure], *, prefix: str, labelled_by: str = "", math: bool = False
) -> str:
    """Draw any figure for a page.

    Args:
        draw: Makes the figure; called with the package's settings in force.
        prefix: Begins every identifier, so that no two figures of a page share one.
        labelled_by: Identifier of the heading that names the figure.
        math: Whether what stands between two ``$`` is mathematics.

    Returns:
        An ``svg`` element, as wide as its place, with colours from the style sheet.

    Example:
        >>> from nalm.reports.drawing._canvas import subplots
        >>> drawing_svg(lambda: subplots(1, 1, size=(3.0, 2.0))[0], prefix="a")[:14]
        '<svg viewBox="'
    """
    text = _saved(draw, math=math)
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", text, count=1, flags=re.DOTALL)
    text = re.sub(r"<style.*?</style>|<!--.*?-->", "", text, flags=re.DOTALL)
    text = _STYLE.sub(lambda found: _COLOUR.sub(_themed, found[0]), text)
    text = _PATH.sub(lambda found: _LONG.sub(r"\1", " ".join(found[0].split("\n"))), text)
    text = _REFERENCE.sub(rf"\g<1>{prefix}-", text)
    text = re.sub(r"\n\s*", "\n", text)
    return _HEAD.sub(
        rf'<svg viewBox="\1" role="img" aria-labelledby="{labelled_by}" focusable="false" '
        r'style="--width: \2pt">',
        text,
        count=1,
    ).strip()


def _themed(found: re.Match[str]) -> str:
    return _THEME.get(found[0], found[0])


def _saved(draw: Callable[[], AnyFigure], *, math: bool) -> str:
    content = io.BytesIO()
    with style(math=math):
        draw().savefig(content, format="svg", dpi=DOTS_PER_INCH, metadata={"Date": None})
    text = content.getvalue().decode()
    return text[text.index("<svg ") :]
