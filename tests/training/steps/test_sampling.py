import numpy as np
import pytest
import torch
from scipy import stats

from nalm.compilation.passes._program import compile_program
from nalm.training._steps._sampling import uniform
from tests._tiers import kept

RUNS, STEPS, ELEMENTS = 64, 32, 512  # 2²⁰ numbers, drawn once
LEAST = 1e-4  # p-value below which a fixed-seed test of fair numbers counts as failed


def draw(seeds, step, count, dtype=torch.float32):
    seeds = torch.tensor(np.asarray(seeds, dtype=np.uint32).view(np.int32))
    return uniform(seeds, torch.tensor(step, dtype=torch.int32), (count,), dtype).numpy()


@pytest.fixture(scope="module", params=[torch.float32, torch.float64], ids=str)
def numbers(request):
    """Numbers (runs, steps, elements)."""
    seeds = range(RUNS)
    return np.stack([draw(seeds, step, ELEMENTS, request.param) for step in range(STEPS)], axis=1)


def published_hash(element, step, seed):
    """PCG3D as published, on unsigned words."""
    x, y, z = (np.asarray(v, dtype=np.uint32) for v in np.broadcast_arrays(element, step, seed))
    x, y, z = (v * np.uint32(1664525) + np.uint32(1013904223) for v in (x, y, z))
    for last in (False, True):
        x = x + y * z
        y = y + z * x
        z = z + x * y
        if not last:
            x, y, z = (v ^ (v >> np.uint32(16)) for v in (x, y, z))
    return x, y


SEEDS = [0, 1, 999, 2**31 - 1, 2**31, 2**32 - 1]


@pytest.mark.parametrize("step", [0, 1, 49_999, 2**31 - 1])
def test_it_is_the_published_hash(step):
    element = np.arange(1000)
    x, y = published_hash(element, step, np.array(SEEDS)[:, None])
    single, double = (draw(SEEDS, step, 1000, dtype) for dtype in (torch.float32, torch.float64))
    np.testing.assert_array_equal(single, (x >> np.uint32(8)).astype(np.float32) * 2.0**-24)
    high, low = (x >> np.uint32(5)).astype(np.float64), (y >> np.uint32(6)).astype(np.float64)
    np.testing.assert_array_equal(double, (high * 2.0**26 + low) * 2.0**-53)


def test_pinned_numbers():
    expected = [
        [0.6081518530845642, 0.6327937841415405],
        [0.49752378463745117, 0.039856910705566406],
    ]
    np.testing.assert_array_equal(draw([0, 1], 0, 2), np.array(expected, dtype=np.float32))


def test_every_run_draws_what_it_would_draw_alone():
    together = draw(SEEDS, 7, 100)
    for seed, expected in zip(SEEDS, together, strict=True):
        np.testing.assert_array_equal(draw([seed], 7, 100)[0], expected)
        alone = torch.tensor(np.uint32(seed).view(np.int32))
        found = uniform(alone, torch.tensor(7, dtype=torch.int32), (100,), torch.float32)
        np.testing.assert_array_equal(found.numpy(), expected)


@pytest.mark.parametrize("shape", [(), (3,), (2, 3, 5)])
def test_the_shape_follows_runs_and_request(shape):
    step = torch.tensor(0, dtype=torch.int32)
    for runs in ((), (4,), (2, 3)):
        seeds = torch.arange(int(np.prod(runs)), dtype=torch.int32).reshape(runs)
        found = uniform(seeds, step, shape, torch.float64)
        assert found.shape == (*runs, *shape)
        assert found.dtype == torch.float64


def test_numbers_are_at_least_zero_and_below_one(numbers):
    assert numbers.min() >= 0
    assert numbers.max() < 1


def test_numbers_are_multiples_of_the_promised_fraction(numbers):
    bits = 24 if numbers.dtype == np.float32 else 53
    scaled = numbers.astype(np.float64) * 2.0**bits
    np.testing.assert_array_equal(scaled, np.floor(scaled))
    odd = np.count_nonzero(scaled % 2)  # the last bit is random, so every bit is used
    assert stats.binomtest(odd, numbers.size).pvalue > LEAST


def test_uniformity(numbers):
    flat = numbers.ravel().astype(np.float64)
    assert stats.chisquare(np.histogram(flat, 1024, (0, 1))[0]).pvalue > LEAST
    assert stats.kstest(flat, "uniform").pvalue > LEAST
    low_bits = flat * 2.0**16 % 1  # what is left of a number after its first 16 bits
    assert stats.chisquare(np.histogram(low_bits, 256, (0, 1))[0]).pvalue > LEAST


@pytest.mark.parametrize("axis", [0, 1, 2], ids=["run", "step", "element"])
def test_uniformity_of_each_run_step_and_element(numbers, axis):
    rows = np.moveaxis(numbers, axis, 0).reshape(numbers.shape[axis], -1)
    p_values = [stats.kstest(row.astype(np.float64), "uniform").pvalue for row in rows]
    assert stats.kstest(p_values, "uniform").pvalue > LEAST


@pytest.mark.parametrize("lag", kept([1, 2, 3, 4, 8, 16, 31], 1, 31))
@pytest.mark.parametrize("axis", [0, 1, 2], ids=["run", "step", "element"])
def test_neighbours_are_independent(numbers, axis, lag):
    rows = np.moveaxis(numbers, axis, 0)
    first, second = rows[:-lag].ravel(), rows[lag:].ravel()
    correlation = np.corrcoef(first, second)[0, 1]
    assert abs(correlation) * np.sqrt(first.size) < stats.norm.isf(LEAST / 2)
    together, _, _ = np.histogram2d(first, second, bins=16, range=((0, 1), (0, 1)))
    assert stats.chisquare(together.ravel()).pvalue > LEAST


@pytest.mark.parametrize("axis", [0, 1, 2], ids=["run", "step", "element"])
def test_all_pairs_are_uncorrelated(numbers, axis):
    rows = np.moveaxis(numbers, axis, 0).reshape(numbers.shape[axis], -1)
    pairs = np.triu_indices(len(rows), 1)
    scores = np.corrcoef(rows)[pairs] * np.sqrt(rows.shape[1])
    assert np.abs(scores).max() < stats.norm.isf(LEAST / 2 / len(scores))
    # Products of shared numbers are uncorrelated too, so the scores' spread tells its own story.
    assert abs(np.mean(scores**2) - 1) < 5 * np.sqrt(2 / len(scores))


def test_no_stream_repeats_another():
    seeds = [*range(1000), 2**31 - 1, 2**31, 2**32 - 1]
    rows = np.concatenate([draw(seeds, step, 8) for step in (*range(10), 49_999)])
    assert len(np.unique(rows, axis=0)) == len(rows)


def test_no_stream_is_a_shifted_copy_of_another():
    """Any four numbers in a row occur once only, wherever they stand."""
    rows = draw(range(1000), 0, 128)
    windows = np.lib.stride_tricks.sliding_window_view(rows, 4, axis=1).reshape(-1, 4)
    assert len(np.unique(windows, axis=0)) == len(windows)


def test_elements_seeds_and_steps_play_different_parts():
    """Exchanging two of the words must not exchange the numbers."""
    grid = np.stack([draw(range(50), step, 50) for step in range(50)])  # (step, seed, element)
    for axes in ((1, 0, 2), (2, 1, 0), (0, 2, 1)):
        same = grid == grid.transpose(axes)
        assert np.count_nonzero(same) <= 50 * 50 + 5  # the diagonal


@pytest.mark.thorough
@pytest.mark.compile
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32], ids=str)
def test_a_compiled_program_draws_the_same_bits(dtype):
    def both(seed, step):
        return uniform(seed, step, (2, 3, 32), dtype), uniform(seed, step + 1, (40,), dtype)

    seeds = torch.tensor(np.array(SEEDS, dtype=np.uint32).view(np.int32))
    program = compile_program(
        both, [seeds, torch.tensor(0, dtype=torch.int32)], identity=("draw", dtype)
    )
    for now in (0, 49_999, 2**31 - 2):
        step = torch.tensor(now, dtype=torch.int32)
        for found, expected in zip(program(seeds, step), both(seeds, step), strict=True):
            assert torch.equal(found, expected)
