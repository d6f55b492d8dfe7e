import numpy as np
import pytest

from nalm.discovery import Noise
from nalm.discovery.scoring._row_sizes import Round, row_factor, row_sizes
from tests.discovery._laws import formula, problem, term

LAW = formula(term(3.0, (0, 1)))
DATA = problem([0.5, 1.0, 2.0, 4.0], [1.6, 3.1, 5.9, 12.2], weight=[1.0, 1.0, 4.0, 2.0])


@pytest.mark.parametrize(
    ("noise", "size"), [(Noise.CONSTANT, np.ones(4)), (Noise.RELATIVE, 3 * DATA.x[:, 0])]
)
def test_rows_are_weighed_by_their_weight_over_the_size_of_their_noise(noise, size):
    factor = row_factor(LAW, DATA, noise=noise)
    expected = np.sqrt(DATA.weight) / size
    assert np.allclose(factor / factor[0], expected / expected[0])


def test_a_value_near_zero_does_not_outweigh_all_rows():
    size = row_sizes(np.array([0.0, 1.0]), Noise.RELATIVE, scale=1.0)
    assert size.min() > 0
    assert size[1] == 1


def test_residuals_are_in_units_of_the_noise():
    root = np.ones(4)
    constant = Round.of(LAW, DATA, noise=Noise.CONSTANT, root=root)
    relative = Round.of(LAW, DATA, noise=Noise.RELATIVE, root=root)
    miss = 3 * DATA.x[:, 0] - DATA.y
    assert np.allclose(constant.residual * constant.size, miss)
    assert np.allclose(relative.residual, miss / (3 * DATA.x[:, 0]))
