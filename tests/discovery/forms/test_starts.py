import numpy as np

from nalm.discovery.forms._minimum import Bounds
from nalm.discovery.forms._starts import DECADES, draw_starts
from nalm.symbolic import Scales


def drawn(*, low=-np.inf, high=np.inf, shift=(np.nan, np.nan), size=1.0):
    scales = Scales(sizes=np.array([size]), shifts=np.array([shift]))
    bounds = Bounds(low=np.array([low]), high=np.array([high]))
    return draw_starts(scales, bounds, count=999, random=np.random.default_rng(0))[:, 0]


def test_draws_lie_about_the_size_with_both_signs():
    found = drawn(size=100.0)
    assert (np.abs(np.log10(np.abs(found)) - 2) <= DECADES).all()
    assert (found > 0).any() and (found < 0).any()


def test_draws_lie_inside_bounds():
    for low, high in ((0, np.inf), (-np.inf, -3), (2, 2.5), (-1e-9, 1e-9)):
        found = drawn(low=low, high=high)
        assert ((found >= low) & (found <= high)).all()
        assert len(set(found)) > 100


def test_half_of_the_shifts_lie_about_the_input():
    found = drawn(shift=(1900.0, 2000.0))
    assert 0.4 < np.mean((found > 1850) & (found < 2050)) < 0.6
