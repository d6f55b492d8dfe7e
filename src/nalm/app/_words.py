"""Messages of Python and of the command line in the words of the page."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from nalm.app._choices import Kind, Units
from nalm.inquiry import as_typed

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "--target": "What to explain",
        "--inputs": "Explain it by",
        "--time": "Time",
        "--trajectory": "Trajectory",
        "--conserved": "Their sum is constant",
        "--group": "Group",
        "--weights": "Weights",
        "--units": "Units",
        "--dimensional-constants": "Constants may carry units",
        "--drop-missing": "Leave out incomplete rows",
        "--max-time": "Seconds to search at most",
        "--functions": "Functions",
        "--noise": "Noise",
        "--seed": "Seed",
        "--constraint": "What is known of the law",
        "--decimal": "Decimal sign",
        "--sheet": "Sheet",
        "--names": "Names of the columns",
        "--start": "Where constants begin",
        "--bounds": "Between what they lie",
        "--no-search": "Search other forms, too",
    }
)
"""Option of the command line → label of its field."""

KINDS: Mapping[Kind, str] = MappingProxyType(
    {
        "formula": "A formula: y = f(x)",
        "motion": "Equations of motion: dx/dt = f(x)",
        "form": "The constants of my own form",
    }
)
"""What is searched → label of the choice."""
NOISES: Mapping[str, str] = MappingProxyType(
    {
        "auto": "found out",
        "constant": "equal everywhere",
        "relative": "grows with what is measured",
        "variables": "in all columns",
    }
)
"""Name of a noise model → label of the choice."""
UNITS: Mapping[Units, str] = MappingProxyType(
    {"none": "Without", "header": "As the file says", "typed": "Typed here"}
)
"""Where units come from → label of the choice."""


def _row(found: re.Match[str]) -> str:
    """Count candidates from 1, as rows of a table; Python counts from 0."""
    return f"row {int(found[1]) + 1} of the table of all candidates"


_SENTENCES: Mapping[str, str | Callable[[re.Match[str]], str]] = MappingProxyType(
    {
        r"\(functions=, --functions\)": "under --functions",
        r"--time \S.* on the command line, DynamicsRegressor in Python": (
            f"choose “{KINDS['motion']}” above, and that column under --time"
        ),
        r"--group \S.* on the command line, `groups` in Python": "choose it under --group",
        r"search a formula with nalm discover and (--group) \S.*(?=, or give the rows)": (
            rf"choose “{KINDS['formula']}” above, and that column under \1"
        ),
        r"number (\d+) of `equations_`": _row,
        r"number (\d+) in the list of candidates": _row,
        r"Fit with a search to compare": "Fit with --no-search to compare",
        r'`?noise="(\w+)"`?': lambda found: f"--noise “{NOISES.get(found[1], found[1])}”",
        r"--units auto": f"--units “{UNITS['header']}”",
        r"--units units\.toml": f"--units “{UNITS['typed']}”",
        # What only Python can do would help nobody here.
        r" Register an exporter of your own with `[\w.]+`\.": "",
    }
)
"""What the page does otherwise than Python or the command line → what is to be done there."""
_NOISE = re.compile(rf'"({"|".join(NOISES)})"')
_OPTION = re.compile(r"--[a-z]+(?:-[a-z]+)*")


def in_words_of_the_page(message: str, *, folder: Path | None = None) -> str:
    """Say a message with the labels of fields in place of options and parameters.

    Args:
        message: As Python or the command line says it.
        folder: Where files of the page are kept, which nobody asked for; None for nowhere.

    Returns:
        The message; options without a field stay as they are.

    Example:
        >>> in_words_of_the_page("Leave this row out with --drop-missing, or fill it.")
        'Leave this row out with “Leave out incomplete rows”, or fill it.'
    """
    if folder is not None:
        message = message.replace(f"{folder}/", "").replace(str(folder), "the folder")
    for pattern, words in _SENTENCES.items():
        message = re.sub(pattern, words, message)
    if "`noise`" in message:
        message = _NOISE.sub(lambda found: f"“{NOISES[found[1]]}”", message)
    return _OPTION.sub(lambda found: _label(found[0]), as_typed(message))


def literal(text: str) -> str:
    r"""Keep Markdown from taking a text's characters for its own.

    Args:
        text: Such as a message with names of columns.

    Example:
        >>> print(literal("a*b in $"))
        a\*b in \$
    """
    for character in r"\*_`$[]~<:#":
        text = text.replace(character, f"\\{character}")
    return text


def _label(option: str) -> str:
    return f"“{LABELS[option]}”" if option in LABELS else option
