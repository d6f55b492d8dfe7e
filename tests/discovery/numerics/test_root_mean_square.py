import numpy as np
import pytest

from nalm.discovery.numerics._root_mean_square import root_mean_square


def test_the_root_mean_square_neither_overflows_nor_underflows():
    assert root_mean_square(np.array([3e300, 4e300])) == pytest.approx(np.sqrt(12.5) * 1e300)
    assert root_mean_square(np.array([3e-300, 4e-300])) == pytest.approx(np.sqrt(12.5) * 1e-300)
    assert root_mean_square(np.zeros(3)) == 1.0
