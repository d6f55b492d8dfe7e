import numpy as np

from nalm.discovery.numerics._block_diagonal import block_diagonal


def test_blocks_stand_along_the_diagonal_and_empty_ones_take_no_place():
    first, second = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[5.0]])
    expected = [[1.0, 2.0, 0.0], [3.0, 4.0, 0.0], [0.0, 0.0, 5.0]]
    assert block_diagonal([first, np.zeros((0, 0)), second]).tolist() == expected
    assert block_diagonal([]).shape == (0, 0)
