"""Which letters figures can show: those of our font, and of others that are installed."""

import warnings
from functools import cache
from typing import Any

from nalm.errors import NalmWarning

OURS = "DejaVu Sans"
"""Comes with Matplotlib, so that figures look the same everywhere."""

BOX = "□"
"""Stands for a letter that no font has."""

# Of Chinese, Japanese and Korean, of symbols, and of much else.
_OTHERS = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "Source Han Sans SC"),
    *("Microsoft YaHei", "SimHei", "PingFang SC", "Hiragino Sans GB", "Heiti SC"),
    *("WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback", "Yu Gothic"),
    *("Malgun Gothic", "Apple SD Gothic Neo", "Nanum Gothic", "Arial Unicode MS", "Unifont"),
    *("Noto Sans", "Segoe UI", "Segoe UI Symbol", "Segoe UI Emoji", "Apple Symbols"),
    *("Noto Emoji", "Noto Sans Symbols", "Noto Sans Symbols2", "Symbola"),
)


@cache
def families() -> tuple[str, ...]:
    """List the fonts in which a letter is looked for, one after the other.

    Example:
        >>> families()[0]
        'DejaVu Sans'
    """
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    return (OURS, *(name for name in _OTHERS if name in installed))


def drawable(text: str) -> str:
    """Write a text without letters that no font has.

    Matplotlib would draw a box for each, and warn of it whenever it measures the text.

    Args:
        text: Any.

    Returns:
        The text, with a box for each of these letters; one warning says so in a whole program.

    Example:
        >>> drawable("ω² in s⁻²")
        'ω² in s⁻²'
    """
    known = _letters(families())
    shown = "".join(each if ord(each) in known or each.isspace() else BOX for each in text)
    if shown != text:
        _say_so()
    return shown


@cache
def _letters(names: tuple[str, ...]) -> frozenset[int]:
    from matplotlib import font_manager

    fonts: Any = font_manager  # its functions are typed in part
    charmaps = (fonts.get_font(fonts.findfont(name)).get_charmap() for name in names)
    return frozenset(code for charmap in charmaps for code in charmap)


@cache
def _say_so() -> None:
    warnings.warn(
        "no font that is installed has all letters of the names: figures show boxes in their "
        "place. Install one that has them, such as Noto Sans CJK for Chinese, Japanese and Korean.",
        NalmWarning,
        stacklevel=2,
    )
