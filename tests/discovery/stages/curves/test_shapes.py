import numpy as np
import pytest

from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.curves._shape import formula_of
from nalm.discovery.stages.curves._shapes import POWERS, SHAPES, SIMPLE
from nalm.symbolic import evaluate
from tests._tiers import sampled

T = np.linspace(0.3, 6, 40)
ALL = (*SIMPLE, *SHAPES)
ALONG = Argument(exponents=(1.0,))


@pytest.mark.parametrize("place", sampled({str(k): k for k in range(len(ALL))}, every=4))
def test_a_shape_is_written_as_it_is_computed(place):
    shape = ALL[place]
    grid = shape.grid(T, np.sin(2 * T) + T)
    assert len(grid)
    for numbers in grid[:: max(len(grid) // 5, 1)]:
        table = shape.table(T, numbers[None])[0]
        solved = np.linspace(0.5, 1.5, table.shape[1])
        with np.errstate(all="ignore"):
            written = evaluate(formula_of(shape, ALONG, numbers=numbers, solved=solved), T[:, None])
            seen = shape.seen.values(written)
        usable = np.isfinite(seen) & np.isfinite(table).all(axis=1) & (np.abs(seen) < 1e6)
        # What is seen through a root was squared.
        expected = np.abs(table @ solved) if shape.seen in POWERS else table @ solved
        assert seen[usable] == pytest.approx(expected[usable], rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("size", [1e-300, 1e-110, 1.0, 1e110, 1e300])
def test_numbers_begin_finite_for_values_of_any_size(size):
    values = size * np.linspace(1.0, 2.0, 9)
    for shape in ALL:
        with np.errstate(all="ignore"):
            grid = shape.grid(values, np.arange(9.0))
        assert not np.isnan(grid).any()
