"""Which inputs turn the sign of a product: those whose exponents are odd."""

import numpy as np

from nalm._typing import FloatArray


def choose_signs(agreement: FloatArray, negative: np.ndarray) -> tuple[int, FloatArray]:
    """Choose the inputs that turn the sign, by the inner product of formula and target.

    Of all choices at once, which takes no more than the sum over the rows of each quadrant.

    Args:
        agreement: Size of the formula times the target `(rows,)`.
        negative: Which of the inputs that have both signs are negative `(rows, inputs)`.

    Returns:
        The choice, as a binary number, and the sign of each row `(rows,)`.

    Example:
        >>> x = np.array([[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
        >>> choose_signs(5 * x[:, 1] + 0.1, x < 0)
        (2, array([ 1.,  1., -1., -1.]))
    """
    inputs = range(negative.shape[1])
    # The signs of a row, read as a binary number, tell its quadrant. Rows of one quadrant have the
    # same sign in every product, so that their sum is all that a choice depends on.
    quadrant = np.zeros(len(agreement), dtype=np.intp)
    for place in inputs:
        quadrant += negative[:, place].astype(np.intp) << place
    sums = np.zeros(1 << len(inputs))
    # Unlike `sums[quadrant] += agreement`, this adds every row of a quadrant, not only the last.
    np.add.at(sums, quadrant, agreement)
    products = _walsh(sums)
    # The coefficient of the product may be negative. The largest size wins, and its sign is the
    # coefficient's.
    chosen = int(np.abs(products).argmax())
    signs = np.full(len(agreement), np.sign(products[chosen]))
    for place in inputs:
        if chosen >> place & 1:
            signs *= 1 - 2.0 * negative[:, place]
    return chosen, signs


def _walsh(sums: FloatArray) -> FloatArray:
    """Transform sums over quadrants to inner products with every product of signs.

    Each step adds and subtracts what the last place of the number tells apart, and makes that place
    the first: Walsh and Hadamard's transform.
    """
    # As many steps as the number has places bring the places back into their order. This takes n
    # log n additions instead of the n² of all inner products.
    for _ in range(len(sums).bit_length() - 1):
        zero, one = sums[0::2], sums[1::2]
        sums = np.concatenate([zero + one, zero - one])
    return sums
