"""An equation in lines that fit: broken where a reader breaks it."""

import re
from collections.abc import Iterator
from typing import final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

INDENT = "  "
"""Before all lines but the first."""

NARROWEST = 16
"""Letters of a line, at least."""

# A line may end after spaces and before * or /, but not in a fraction such as 3/2.
_BREAK = re.compile(r"(?<= )(?! )|(?=\*)|(?=/\D)")


def folded(text: str, width: int) -> list[str]:
    """Break an equation at its spaces, or before * and / where there are none.

    Args:
        text: In one line.
        width: Letters of a line, at least 3.

    Returns:
        Lines of this width at most, which without their indentation are the text.

    Example:
        >>> folded("3.1*x^2/(y + 2.7) - 4.25*z", 16)
        ['3.1*x^2/(y + ', '  2.7) - 4.25*z']
    """
    lines = [""]
    for piece in _fitting(text, width - len(INDENT)):
        if len((lines[-1] + piece).rstrip()) > width and lines[-1]:
            lines.append(INDENT + piece)
        else:
            lines[-1] += piece
    return lines


def _fitting(text: str, width: int) -> Iterator[str]:
    for piece in _BREAK.split(text):
        yield from (piece[k : k + width] for k in range(0, len(piece), width))


@final
class Folded:
    """An equation for a rich console, in as many lines as its column needs.

    Args:
        text: In one line.
        style: Of its letters.
    """

    def __init__(self, text: str, *, style: str = "") -> None:
        self._text, self._style = text, style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = folded(self._text, max(options.max_width, len(INDENT) + 1))
        yield Text("\n".join(each.rstrip() for each in lines), style=self._style, no_wrap=True)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        longest = min(len(self._text), options.max_width)
        return Measurement(min(NARROWEST, longest), longest)
