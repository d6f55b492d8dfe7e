"""Which two or three columns of many explain a target best: all choices, by their products alone.

    R² = (rᵢ² + rⱼ² - 2 rᵢ rⱼ gᵢⱼ) / (1 - gᵢⱼ²),   g = ZᵀZ,  r = Zᵀt

for columns Z and a target t of length 1. A third column is first taken out of all others.

Some columns lead, and one of them is in each choice. The others may nearly explain the target by
themselves: then little is left, and explaining it proves nothing. So a choice is judged by the
share that stays unexplained of what its other columns leave: (1 - R²) / (1 - R²ₒ).
"""

import numpy as np

from nalm._typing import FloatArray

COLLINEAR = 1e-9
"""Squared length, of 1, left of a column beside others, below which it is collinear with them."""
ROUNDING = 1e-13
"""Share of the target, squared, that counts as explained."""


def best_choices(
    columns: FloatArray,
    target: FloatArray,
    *,
    costs: FloatArray,
    size: int,
    leading: int,
    most: int,
) -> np.ndarray:
    """Return the choices with the lowest rows · log((1 - R²) / (1 - R²ₒ)) + costs.

    Args:
        columns: Of the regression `(rows, columns)`.
        target: Of the regression `(rows,)`.
        costs: Of each column, in units of the criterion `(columns,)`.
        size: Columns of a choice: 2 or 3.
        leading: How many of the first columns lead.
        most: How many choices at most.

    Returns:
        Places of the columns, ascending `(choices, size)`, in no order.
    """
    length = np.linalg.norm(columns, axis=0)
    unit = columns / np.where(length > 0, length, 1.0)
    goal = target / np.linalg.norm(target)
    gram, along = unit.T @ unit, unit.T @ goal
    factor = np.exp((costs - costs.max()) / len(goal))  # of 1 - R² instead of a logarithm of each
    # 1 - R²ₒ of a choice with one other column. A leading column takes no part in it, and so leaves
    # all.
    alone = np.ones(len(along))
    alone[leading:] = np.maximum(1 - np.square(along[leading:]), ROUNDING)
    others = np.minimum(alone[:, None], alone)
    if size == 3:
        two = _left(gram[leading:, leading:], along[leading:], along[leading:])
        # Where two others are collinear, 0 makes the weight infinite, and the choice is never among
        # the lowest.
        others[leading:, leading:] = np.where(np.isfinite(two), two, 0.0)
    others[np.tril_indices(len(others))] = 0.0  # each choice once
    with np.errstate(divide="ignore"):
        weight = factor[:, None] * factor / others
    if size == 2:
        return _lowest(_left(gram[:leading], along[:leading], along) * weight[:leading], most)[0]
    # A choice of three is found under its first column, which leads: the other two come after it.
    parts = [_with(k, gram, along, weight, most=most) for k in range(leading)]
    scores = np.concatenate([score * factor[k] for k, (_, score) in enumerate(parts)])
    return np.vstack([places for places, _ in parts])[np.argsort(scores)[:most]]


def _with(
    first: int, gram: FloatArray, along: FloatArray, weight: FloatArray, *, most: int
) -> tuple[np.ndarray, FloatArray]:
    """Choices of a column and two after it, and their scores without its own factor."""
    # Gram-Schmidt in inner products: what the first column leaves of two others has the inner
    # product g - gᵢ gⱼ. Arrays are changed in place, as each holds a number for every pair.
    beside = gram[first, first + 1 :]
    left = 1 - np.square(beside)
    usable = left > COLLINEAR
    scale = np.where(usable, 1 / np.sqrt(np.maximum(left, COLLINEAR)), 0.0)
    rest = gram[first + 1 :, first + 1 :] - beside[:, None] * beside
    rest *= scale[:, None]
    rest *= scale
    along_rest = (along[first + 1 :] - along[first] * beside) * scale
    score = _left(rest, along_rest, along_rest, whole=1 - float(along[first]) ** 2)
    score *= weight[first + 1 :, first + 1 :]
    score[~usable] = score[:, ~usable] = np.inf
    places, lowest = _lowest(score, most)
    firsts = np.full((len(places), 1), first, dtype=np.intp)
    return np.hstack([firsts, places + first + 1]), lowest


def _left(
    gram: FloatArray, first: FloatArray, second: FloatArray, *, whole: float = 1.0
) -> FloatArray:
    """What each pair leaves of a target of squared length `whole`; infinite if collinear."""
    score = gram * (-2 * first[:, None])
    score *= second
    score += np.square(first[:, None])
    score += np.square(second)
    # The sum of both squares less the mixed term, over 1 - g², is what the pair explains.
    left = 1 - np.square(gram)
    same = left < COLLINEAR
    score /= np.maximum(left, COLLINEAR, out=left)
    np.subtract(whole, score, out=score)
    np.maximum(score, ROUNDING, out=score)
    score[same] = np.inf
    return score


def _lowest(score: FloatArray, most: int) -> tuple[np.ndarray, FloatArray]:
    """Places of the lowest scores, and those."""
    flat = score.ravel()
    # A partition takes time in proportion to the pairs, which a sort of millions would not.
    chosen = np.argpartition(flat, most)[:most] if most < len(flat) else np.arange(len(flat))
    chosen = chosen[np.isfinite(flat[chosen])]
    return np.column_stack(np.unravel_index(chosen, score.shape)), flat[chosen]
