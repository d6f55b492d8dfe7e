"""Labels: which groups there are, and which columns of numbers look as if they named groups."""

# pandas says nothing of its types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from scipy.stats import rankdata

from nalm._typing import FloatArray
from nalm.errors import InputWarning, InvalidValueError
from nalm.tables import quoted

Label: TypeAlias = "str | int | float | bool"
"""The name of a group."""

MOST_LABELS = 20
"""Distinct whole numbers beyond which a column is a quantity."""
LEAST_EACH = 3
"""Rows that each label has at least: fewer are no group."""
ORDERED = 5
"""Distinct values from which an order in y is no chance: one order in 60 of five is straight."""
YEARS = (1700, 2100)
"""Whole numbers that are years: what changes from one to the next has a reason in time."""
NUMBERED_ON = 100
"""Beyond it, as from 101 on, a few consecutive whole numbers are hardly levels of a quantity."""
SEEN = 3.0
"""Standard errors of a step from one label to the next that is no chance."""


@dataclass(frozen=True, kw_only=True)
class Labels:
    """The groups of some rows.

    Attributes:
        names: Of the groups, in the order in which they come.
        codes: Number of each row's group `(rows,)`.
    """

    names: tuple[Label, ...]
    codes: np.ndarray


def check_groups(groups: Any, rows: int) -> Labels:  # noqa: ANN401
    """Check the groups of rows.

    Args:
        groups: The name of each row's group `(rows,)`: text or numbers.
        rows: How many rows there are.

    Raises:
        InvalidValueError: If there is not one name for each row.

    Example:
        >>> check_groups(["b", "a", "b"], 3).names
        ('b', 'a')
    """
    values = pd.Series(np.asarray(groups, dtype=object).ravel())
    if np.ndim(groups) != 1 or len(values) != rows:
        raise InvalidValueError(
            f"`groups` must hold one name for each of the {rows} rows; found the shape "
            f"{np.shape(groups)}. Give a column, such as table['sample']."
        )
    codes, names = pd.factorize(values)
    if (codes < 0).any():
        raise InvalidValueError(
            f"`groups` must name a group in every row; found none in row {int(codes.argmin())}. "
            "Leave the row out, or give it a name."
        )
    return Labels(names=tuple(map(_plain, names)), codes=codes)


def _plain(name: Any) -> Label:  # noqa: ANN401
    plain = name.item() if isinstance(name, np.generic) else name
    if not isinstance(plain, str | int | float) or not math.isfinite(_size(plain)):
        raise InvalidValueError(
            f"`groups` must hold text or finite numbers; found {name!r}. Convert it with `str`."
        )
    return plain


def _size(label: Label) -> float:
    return 0.0 if isinstance(label, str) else float(label)


def warn_of_labels(x: FloatArray, y: FloatArray, *, names: Sequence[str]) -> None:
    """Warn of each column that looks like a label.

    Args:
        x: Inputs `(rows, inputs)`.
        y: One target `(rows,)`.
        names: Of the inputs.
    """
    for place, name in enumerate(names):
        if looks_like_label(x, y, column=place):
            low, high = int(x[:, place].min()), int(x[:, place].max())
            few = low <= 1 and high - low + 1 < ORDERED
            shows = "too few to show an order" if few else "without order in y"
            warnings.warn(
                f"column {name!r} may be a label: it holds the whole numbers {low} to {high}, "
                f"{shows}. It was used as a number. If it names groups, say so: --group "
                f"{quoted([name])} on the command line, `groups` in Python.",
                InputWarning,
                stacklevel=3,
            )


def looks_like_label(x: FloatArray, y: FloatArray, *, column: int) -> bool:
    """Say whether a column numbers groups rather than measures something.

    Beside other columns, it holds consecutive whole numbers, three at least and each on several
    rows, and y, without what the ranks of the other columns explain, neither rises nor falls along
    them. From 0 or 1 on, fewer than five numbers show no order in any case. From any other start,
    y has to turn more than once, since levels of a quantity may have an optimum between them; and
    years are none.

    Args:
        x: Inputs `(rows, inputs)`.
        y: Target `(rows,)`.
        column: Which input.

    Example:
        >>> sample, load = np.repeat([1.0, 2.0, 3.0], 4), np.tile([1.5, 2.0, 3.0, 4.0], 3)
        >>> x = np.column_stack([sample, load])
        >>> [looks_like_label(x, load / sample, column=k) for k in (0, 1)]
        [True, False]
    """
    values, codes, counts = np.unique(x[:, column], return_inverse=True, return_counts=True)
    whole = np.array_equal(values, np.arange(len(values)) + values[0]) and values[0] >= 0
    few = 3 <= len(values) <= MOST_LABELS and counts.min() >= LEAST_EACH
    if x.shape[1] == 1 or not whole or not few:
        return False
    from_start = values[0] <= 1
    if from_start and len(values) < ORDERED:
        return True
    ranks = np.column_stack([np.ones(len(y)), np.delete(rankdata(x, axis=0), column, axis=1)])
    rest = rankdata(y) - ranks @ np.linalg.lstsq(ranks, rankdata(y), rcond=None)[0]
    means = np.bincount(codes, weights=rest) / counts
    if from_start:
        return _turns(np.diff(means)) > 0
    if YEARS[0] <= values[0] and values[-1] <= YEARS[1]:
        return False
    within = float(np.sum((rest - means[codes]) ** 2)) / (len(y) - len(values))
    errors = np.sqrt(within * (1 / counts[1:] + 1 / counts[:-1]))
    steps = np.diff(means)
    least = 1 if values[0] > NUMBERED_ON and len(values) < ORDERED else 2
    return _turns(steps[np.abs(steps) > SEEN * errors]) >= least


def _turns(steps: FloatArray) -> int:
    """Return how often what rises begins to fall, or the reverse."""
    signs = np.sign(steps[steps != 0])
    return int(np.count_nonzero(np.diff(signs)))
