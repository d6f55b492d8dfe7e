"""What may help where no law was found."""

from collections.abc import Callable, Sequence

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.advice._hint import Hint
from nalm.discovery.advice._rows import few_rows, narrow, no_replicates, outlier, time
from nalm.discovery.advice._scales import period, straight
from nalm.discovery.advice._view import View
from nalm.discovery.result._candidate import Discovery, Verdict

MANY = 10_000
"""Rows of which so many, evenly spaced, tell as much; beyond it noise is known without replicates.
"""


def advice(
    discovery: Discovery,
    x: FloatArray,
    *,
    y: FloatArray,
    names: Sequence[str],
    target: str,
    place: Callable[[int], str] | None = None,
) -> tuple[Hint, ...]:
    """Look in a table for what may help to find its law.

    Args:
        discovery: What was found in it.
        x: Inputs `(rows, inputs)`.
        y: Target `(rows,)`; where nobody measures it, as dx/dt, NaN.
        names: Of the inputs, as the user calls them.
        target: Name of y.
        place: Says where a row, from 0, stands in its file, such as "Line 7 of the file"; None for
            the number of the row among these.

    Returns:
        Hints, what is most likely to matter first; none where a law was found, and of a target that
        was not measured.

    Example:
        >>> from nalm.discovery import SearchOptions, Problem, search
        >>> x = np.linspace(1.0, 1.5, 12)[:, None]
        >>> y = np.exp(3 * x[:, 0])
        >>> found = search(Problem(x=x, y=y, weight=np.ones(12)), SearchOptions(max_terms=1))
        >>> print(advice(found, x, y=y, names=["dose"], target="kill")[0])
        log(kill) against dose is nearly a straight line (R² above 0.9999), as of an exponential. \
Let the search use exp (functions=, --functions).
    """
    if discovery.verdict is Verdict.LAW or not np.isfinite(y).all() or not len(y):
        return ()
    whole = View(x=x, y=y, names=tuple(names), target=target, discovery=discovery, place=place)
    some = whole.thinned(MANY)
    curve = straight(some) or period(some)
    # Of a curve that another scale or a period explains, no row is far off.
    hints = [curve or outlier(whole), time(whole), narrow(whole)]
    if some is whole:
        hints += [no_replicates(whole), few_rows(whole)]
    return tuple(hint for hint in hints if hint is not None)
