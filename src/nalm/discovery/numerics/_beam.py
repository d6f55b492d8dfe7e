"""Beam search: the best subsets of columns of one size are those that the next size extends.

Every column is added to every subset that was kept, and the best of what that makes are kept again:
between adding one column for good and comparing all subsets (Lowerre 1976, of sounds and words).

Other searches for few of many columns look elsewhere, and stay as they are: `select` also begins
with all columns; `best_choices` compares all pairs and triples, and `best_subsets` all pairs, of
which it exchanges the columns; what leaves out one column after another is led by a fit to all; and
binomials have exponents of a short list instead of coefficients.

Reference:
    Lowerre (1976), "The HARPY speech recognition system", Carnegie Mellon University.
"""

from collections.abc import Callable, Iterator

import numpy as np

from nalm._typing import FloatArray


def beam(
    begin: np.ndarray, score: Callable[[np.ndarray], FloatArray], *, count: int, width: int
) -> Iterator[tuple[np.ndarray, FloatArray]]:
    """Yield the best subsets of each size and their scores, the best first, until none is left.

    Args:
        begin: Subsets of one size, which are extended first `(subsets, size)`.
        score: Of subsets, what is better the lower it is `(subsets,)`.
        count: Columns, which are known by their numbers.
        width: Subsets of one size that are kept.
    """
    kept = begin
    while len(kept) and kept.shape[1] < count:
        kept = extended(kept, count)
        scores = score(kept)
        # A stable sort keeps ties in the order of the columns, whatever the platform's sorting is.
        order = np.argsort(scores, kind="stable")[:width]
        kept = kept[order]
        yield kept, scores[order]


def extended(subsets: np.ndarray, count: int) -> np.ndarray:
    """Add every column to every subset; each subset once, sorted.

    Args:
        subsets: Numbers of columns `(subsets, size)`.
        count: Columns.

    Example:
        >>> extended(np.array([[0], [2]]), 3).tolist()
        [[0, 1], [0, 2], [1, 2]]
    """
    more = np.repeat(subsets, count, axis=0)
    new = np.tile(np.arange(count), len(subsets))[:, None]
    sets = np.concatenate([more, new], axis=1)[~(more == new).any(axis=1)]
    # A subset comes from each subset that lacks one of its columns: only one copy is scored.
    return np.unique(np.sort(sets, axis=1), axis=0)
