"""Which candidate a user means."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from nalm.discovery.result._candidate import Candidate, Discovery
from nalm.errors import InvalidValueError


def choose_candidate(
    discoveries: Sequence[Discovery], index: int | None, *, output: int
) -> Candidate:
    """Return a candidate of one output.

    Args:
        discoveries: One per output.
        index: Number of the candidate, from simple to complex; None for the chosen one.
        output: Number of the output.

    Returns:
        The candidate.

    Raises:
        InvalidValueError: If there is no such candidate or output.
    """
    if not _is_index(output, len(discoveries)):
        raise InvalidValueError(
            f"`output` must be a whole number from 0 to {len(discoveries) - 1}; found {output!r}."
        )
    discovery = discoveries[output]
    if index is None:
        return discovery.candidates[discovery.chosen]
    if not _is_index(index, len(discovery.candidates)):
        raise InvalidValueError(
            f"`index` must be a whole number from 0 to {len(discovery.candidates) - 1}, a row of "
            f"`equations_`; found {index!r}."
        )
    return discovery.candidates[index]


def choose_candidates(
    discoveries: Sequence[Discovery], index: int | Sequence[int] | None
) -> list[Candidate]:
    """Return a candidate for every output.

    Args:
        discoveries: One per output.
        index: For all outputs, or one for each; None for the chosen ones.

    Returns:
        One per output.

    Raises:
        InvalidValueError: If there is no such candidate, or there are too few or many numbers.
    """
    each: list[int | None]
    each = list(index) if isinstance(index, Iterable) else [index] * len(discoveries)
    if len(each) != len(discoveries):
        raise InvalidValueError(
            f"`index` must be a number, or one for each of {len(discoveries)} outputs; "
            f"found {len(each)}."
        )
    return [
        choose_candidate(discoveries, number, output=output) for output, number in enumerate(each)
    ]


def _is_index(value: Any, count: int) -> bool:  # noqa: ANN401
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    return whole and value in range(count)
