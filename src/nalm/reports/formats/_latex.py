"""LaTeX with booktabs."""

from typing import final

from nalm.reports.formats._format import Format
from nalm.reports.interface._grid import Listing
from nalm.reports.interface._report import Report
from nalm.reports.published._names import file_stem

_SYMBOLS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",  # after \\ a bracket would be read as its argument
    "]": "{]}",
    "–": "--",
    "—": "---",
    "−": "$-$",
    "∪": r"$\cup$",
    "×": r"$\times$",
    "÷": r"$\div$",
    "•": r"$\bullet$",
    "±": r"$\pm$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "²": "$^2$",
    "√": r"$\surd$",
    "ε": r"$\varepsilon$",
    "σ": r"$\sigma$",
    "λ": r"$\lambda$",
    "β": r"$\beta$",
    "→": r"$\rightarrow$",
}
_TABLE = str.maketrans(_SYMBOLS)


@final
class LaTeXFormat(Format):
    """Write a table environment that needs the package booktabs."""

    name = "latex"
    suffix = ".tex"

    def render(self, report: Report) -> bytes:
        """Return a table with caption and label, and one for each table below it."""
        lines = _environment(report, label=file_stem(report.name), note=report.note)
        for part in report.below:
            lines += ["", *_environment(part, label=f"{file_stem(part.name)}-{part.kind}", note="")]
        return ("\n".join([r"% \usepackage{booktabs}", *lines]) + "\n").encode()


def latex_escape(text: str) -> str:
    r"""Escape what LaTeX would read as a command.

    Args:
        text: Any text.

    Returns:
        Source of one line that prints the text.

    Example:
        >>> print(latex_escape("95 % of a_1"))
        95 \% of a\_1
    """
    return " ".join(text.split()).translate(_TABLE)


def _environment(report: Report, *, label: str, note: str) -> list[str]:
    listing = report.listing()
    title = f"{report.title or report.name} ({report.source})."
    caption = " ".join(filter(None, [title, report.warning, note]))
    return [
        r"\begin{table}",
        r"  \centering",
        rf"  \caption{{{latex_escape(caption)}}}",
        rf"  \label{{tab:{label}}}",
        rf"  \begin{{tabular}}{{{'l' * len(listing.header)}}}",
        r"    \toprule",
        *_body(listing),
        r"    \bottomrule",
        r"  \end{tabular}",
        r"\end{table}",
    ]


def _body(listing: Listing) -> list[str]:
    lines = [_row(listing.header), r"    \midrule"]
    for previous, row in zip((None, *listing.rows), listing.rows, strict=False):
        if previous is not None and previous[0] != row[0]:
            lines.append(r"    \addlinespace")
        lines.append(_row(row))
    return lines


def _row(cells: tuple[str, ...]) -> str:
    return f"    {' & '.join(latex_escape(cell) for cell in cells)} \\\\"
