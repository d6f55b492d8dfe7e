from dataclasses import replace
from functools import partial

import pytest
import torch
from scipy.stats import qmc

from nalm import NAU
from nalm.compilation.passes._program import compile_program
from nalm.tasks import Points, Sobol, Source
from nalm.training import train
from nalm.training._steps._sampling import uniform
from nalm.training._steps._streams import stream
from tests.training._runs import assert_same, runs

SEEDS = torch.tensor([3, 7], dtype=torch.int32)


def drawn(source, step, shape, dtype=torch.float64):
    return stream(source, shape=shape, dtype=dtype).draw(SEEDS, torch.tensor(step).int())


def sequence(inputs, start, stop):
    engine = torch.quasirandom.SobolEngine(inputs)
    return engine.fast_forward(start).draw(stop - start, dtype=torch.float64)


def test_random_numbers_are_each_runs_own():
    source = stream(Source.RANDOM, shape=(2, 3, 5), dtype=torch.float32)
    step = torch.tensor(4, dtype=torch.int32)
    assert source.runs == 0
    expected = uniform(SEEDS, step, (2, 3, 5), torch.float32)
    assert torch.equal(source.draw(SEEDS, step), expected)


@pytest.mark.parametrize(("inputs", "batch"), [(1, 8), (3, 5), (100, 128)])
def test_the_sobol_sequence_runs_on_from_batch_to_batch(inputs, batch):
    found = torch.cat([drawn(Source.SOBOL, k, (1, inputs, batch))[0].T for k in range(3)])
    expected = qmc.Sobol(inputs, scramble=False).random(2**9)[1 : 3 * batch + 1]
    assert torch.equal(found, torch.tensor(expected))


@pytest.mark.parametrize("step", [7_812, 99_999])
def test_late_points_are_right_too(step):
    found = drawn(Source.SOBOL, step, (1, 2, 128))[0].T
    assert torch.equal(found, sequence(2, step * 128 + 1, step * 128 + 129))


def test_single_precision_rounds_as_torch_does():
    expected = torch.quasirandom.SobolEngine(4).draw(1001, dtype=torch.float32)[1:]
    found = drawn(Source.SOBOL, 0, (1, 4, 1000), torch.float32)
    assert torch.equal(found[0].T, expected)


def test_all_runs_share_the_sequence():
    source = stream(Source.SOBOL, shape=(1, 2, 4), dtype=torch.float64)
    assert source.runs is None
    assert source.draw(SEEDS, torch.tensor(0).int()).shape == (1, 2, 4)


@pytest.mark.thorough
@pytest.mark.compile
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
def test_a_compiled_program_draws_the_same_bits(dtype):
    draw = stream(Source.SOBOL, shape=(1, 3, 16), dtype=dtype).draw
    step = torch.tensor(0, dtype=torch.int32)
    program = compile_program(draw, [SEEDS, step], identity=("sobol", dtype))
    for now in (0, 1, 99_999):
        step = torch.tensor(now, dtype=torch.int32)
        assert torch.equal(program(SEEDS, step), draw(SEEDS, step))


POINTS = Points(values=((1.0, 2.0, 3.0), (4.0, 6.0, 5.0)))


def on_sobol(**changes):
    """Make runs with intervals of their own."""
    return [
        replace(run, interpolation=Sobol(low=run.seed, high=2 + run.seed))
        for run in runs(4, iterations=20, dtype=torch.float64, **changes)
    ]


def on_points(**changes):
    changes = {"batch_size": 2, "iterations": 20, "dtype": torch.float64} | changes
    return [replace(run, interpolation=POINTS) for run in runs(4, **changes)]


@pytest.mark.parametrize("make", [on_sobol, on_points])
def test_a_run_does_not_depend_on_its_cohort(make):
    together = train(make(), compile=False)
    apart = train(make()[:1], compile=False) + train(make()[1:], compile=False)
    for first, second in zip(together, apart, strict=True):
        assert_same(first, second)


@pytest.mark.thorough
@pytest.mark.compile
@pytest.mark.usefixtures("evaluated_eagerly")
@pytest.mark.parametrize("make", [on_sobol, on_points])
def test_compiled_training_equals_eager_training(make):
    both = (train(make(network=partial(NAU, 3, 1)), compile=compile) for compile in (True, False))
    for first, second in zip(*both, strict=True):
        assert_same(first, second, tolerance=1e-9)
