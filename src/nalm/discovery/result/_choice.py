"""Which candidate and which output a user means."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np

from nalm.discovery.result._candidate import Candidate, Discovery
from nalm.errors import InvalidValueError

Index: TypeAlias = "int | Sequence[int | None] | None"
"""Of candidates: one number for all outputs, or one for each; None for the chosen one."""

Output: TypeAlias = "int | str | None"
"""One output by its number or name; None for all."""


def choose_output(names: Sequence[str], output: int | str) -> int:
    """Return the number of an output.

    Args:
        names: Of the outputs.
        output: A number from 0, or a name.

    Returns:
        The number.

    Raises:
        InvalidValueError: If there is no such output.

    Example:
        >>> choose_output(["hare", "lynx"], "lynx")
        1
    """
    if isinstance(output, str) and output in names:
        return list(names).index(output)
    if isinstance(output, str) or not _is_index(output, len(names)):
        raise InvalidValueError(
            f"`output` must be a whole number from 0 to {len(names) - 1} or one of the names "
            f"{list(names)}; found {output!r}."
        )
    return int(output)


def choose_candidate(discoveries: Sequence[Discovery], index: Index, *, output: int) -> Candidate:
    """Return a candidate of one output.

    Args:
        discoveries: One per output.
        index: Number of the candidate, from simple to complex; None for the chosen one.
        output: Number of the output.

    Returns:
        The candidate.

    Raises:
        InvalidValueError: If there is no such candidate, or several numbers for the one output.
    """
    discovery = discoveries[output]
    if index is None:
        return discovery.candidates[discovery.chosen]
    if isinstance(index, Sequence) or not _is_index(index, len(discovery.candidates)):
        raise InvalidValueError(
            f"`index` must be a whole number from 0 to {len(discovery.candidates) - 1}, a row of "
            f"`equations_`; found {index!r}."
        )
    return discovery.candidates[index]


def choose_candidates(discoveries: Sequence[Discovery], index: Index) -> list[Candidate]:
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
    # True would pass as 1, and -1 is no last one: the numbers are those that the table shows.
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    return whole and value in range(count)
