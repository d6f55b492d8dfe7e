"""How figures look: one palette, one typography, a light background."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from nalm.reports.drawing._fonts import families

INK = "#222222"
FAINT = "#767676"
BAND = "#F5F5F5"

# Okabe and Ito's colours, told apart with every kind of colour blindness; the yellow is left out
# because it vanishes on white.
# Four of Tol's muted colours follow them.
_COLOURS = (
    *("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F"),
    *("#882255", "#332288", "#999933", "#661100"),
)
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "h", "p", "*", "8")

SERIES = len(_COLOURS)
"""Series that differ in colour."""

_SETTINGS = {
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.labelsize": 9.0,
    "axes.labelcolor": INK,
    "axes.edgecolor": "#999999",
    "axes.facecolor": "white",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": "#E6E6E6",
    "grid.linewidth": 0.7,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "legend.frameon": False,
    "legend.fontsize": 9.0,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "svg.hashsalt": "nalm",  # else every SVG gets other identifiers
    "svg.fonttype": "path",
}


def colour_map(better: str) -> str:
    """Name the colours of a map: bright is good in every figure, or they say nothing of good.

    Args:
        better: Which values are good: ``high``, ``low``, or empty where neither is.

    Returns:
        A name that Matplotlib knows.

    Example:
        >>> colour_map("high"), colour_map("low"), colour_map("")
        ('viridis', 'viridis_r', 'cividis')
    """
    return {"high": "viridis", "low": "viridis_r"}.get(better, "cividis")


def colour_label(text: str, better: str) -> str:
    """Write what a colour bar says: the quantity, and that bright is good where one end is.

    Args:
        text: The quantity.
        better: As of `colour_map`.

    Returns:
        Text such as ``squared error (bright is better)``.
    """
    return f"{text} (bright is better)" if better else text


@dataclass(frozen=True, kw_only=True)
class Look:
    """Tell the series of one unit from the others.

    Args:
        colour: Of lines and markers.
        marker: Matplotlib's letter for it.
    """

    colour: str
    marker: str


def looks(units: list[str]) -> dict[str, Look]:
    """Give every unit a colour and a marker.

    Args:
        units: Names in order of drawing.

    Returns:
        A look per unit; up to `SERIES` differ in colour and in marker.

    Example:
        >>> looks(["NRU"])["NRU"].marker
        'o'
    """
    return {
        unit: Look(colour=_COLOURS[k % len(_COLOURS)], marker=_MARKERS[k % len(_MARKERS)])
        for k, unit in enumerate(units)
    }


@contextmanager
def style(*, math: bool = False) -> Generator[None]:
    """Draw with the package's settings instead of the user's.

    Args:
        math: Whether what stands between two ``$`` is mathematics. Names of columns are text, in
            which a ``$`` is a currency.

    Yields:
        Nothing; draw and save inside the block.

    Example:
        >>> with style():
        ...     pass
    """
    import matplotlib

    mpl: Any = matplotlib  # its settings are typed by a list of literal keys

    with mpl.rc_context():
        mpl.rcdefaults()
        # Names of fonts, since the user's settings choose what a kind of fonts is at a later draw.
        mpl.rcParams.update({"font.family": list(families()), "text.parse_math": math})
        mpl.rcParams.update(_SETTINGS)
        yield
