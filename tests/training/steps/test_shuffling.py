import numpy as np
import pytest
import torch
from scipy import stats

from nalm.compilation.passes import compile_program
from nalm.training._steps._shuffling import shuffled
from tests._tiers import slow

SEEDS = torch.arange(3, dtype=torch.int32)


def drawn(rows, batch, steps, seeds=SEEDS):
    """Return the rows of the first steps `(runs, steps · batch)`."""
    each = [
        shuffled(seeds, torch.tensor(step, dtype=torch.int32), rows=rows, batch=batch)
        for step in range(steps)
    ]
    return torch.cat(each, 1).numpy()


@pytest.mark.parametrize(
    ("rows", "batch"), [(10, 3), (7, 7), (100, 32), (6, 2), (5, 12), (1, 4), (2, 3), (1000, 999)]
)
def test_every_epoch_has_every_row_once(rows, batch):
    epochs = 4
    found = drawn(rows, batch, -(-epochs * rows // batch))[:, : epochs * rows]
    order = np.sort(found.reshape(len(SEEDS), epochs, rows))
    np.testing.assert_array_equal(order, np.broadcast_to(np.arange(rows), order.shape))


@pytest.mark.parametrize("batch", [1, 16, 50, 300])
def test_the_order_does_not_depend_on_the_size_of_a_batch(batch):
    expected = drawn(100, 100, 3)
    np.testing.assert_array_equal(drawn(100, batch, -(-300 // batch))[:, :300], expected)


def test_each_run_and_epoch_has_an_order_of_its_own():
    orders = drawn(100, 100, 3).reshape(-1, 100)
    agreement = (orders[:, None] == orders).mean(-1)[~np.eye(len(orders), dtype=bool)]
    assert agreement.max() < 0.1
    alone = drawn(100, 100, 3, seeds=SEEDS[1:2])
    np.testing.assert_array_equal(alone.reshape(3, 100), orders[3:6])


@pytest.mark.parametrize("rows", [2, 3, 8, 13])
def test_pairs_of_places_have_every_pair_of_rows_equally_often(rows):
    found = drawn(rows, 2, 1, seeds=torch.arange(20_000, dtype=torch.int32))
    counts = np.bincount(found[:, 0] * rows + found[:, 1], minlength=rows**2).reshape(rows, rows)
    assert not np.diag(counts).any()
    assert stats.chisquare(counts[~np.eye(rows, dtype=bool)]).pvalue > 1e-4


def test_neighbours_part():
    first, second = np.split(drawn(100, 100, 2, seeds=torch.arange(1000, dtype=torch.int32)), 2, 1)
    place = np.take_along_axis(np.argsort(second, 1), first, 1)
    stay = (abs(np.diff(place, axis=1)) == 1).mean()
    assert abs(stay - 0.02) < 0.002  # two of a hundred places are beside a given one


@pytest.mark.compile
@pytest.mark.thorough
@pytest.mark.parametrize(("rows", "batch"), [slow(100, 32), (5, 12)])
def test_a_compiled_order_is_the_same(rows, batch):
    def order(seed, step):
        return shuffled(seed, step, rows=rows, batch=batch)

    example = [SEEDS, torch.zeros((), dtype=torch.int32)]
    program = compile_program(order, example, identity=("order", rows, batch))
    for step in (0, 2, 7):
        example[1].fill_(step)
        assert torch.equal(program(*example), order(*example))
