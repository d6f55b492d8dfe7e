"""Messages of the command line in the words of the page."""

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

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

_PARAMETERS: Mapping[str, str] = MappingProxyType(
    {
        "`max_time`": f"“{LABELS['--max-time']}”",
        # What only Python can do would help nobody here.
        ", or fit again with `warm_start`": "",
    }
)
_OPTION = re.compile(r"--[a-z]+(?:-[a-z]+)*")


def in_words_of_the_page(message: str, *, folder: Path | None = None) -> str:
    """Say a message with the labels of fields in place of options.

    Args:
        message: As the command line says it.
        folder: Where files of the page are kept, which nobody asked for; None for nowhere.

    Returns:
        The message; options without a field stay as they are.

    Example:
        >>> in_words_of_the_page("Leave this row out with --drop-missing, or fill it.")
        'Leave this row out with “Leave out incomplete rows”, or fill it.'
    """
    if folder is not None:
        message = message.replace(f"{folder}/", "").replace(str(folder), "the folder")
    for parameter, label in _PARAMETERS.items():
        message = message.replace(parameter, label)
    return _OPTION.sub(lambda found: _label(found[0]), message)


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
