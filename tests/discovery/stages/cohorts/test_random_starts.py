import numpy as np
import pytest
import torch

from nalm.discovery import Budget, Noise, RandomStarts, Structure
from nalm.discovery._budget import TimeIsUpError
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages.cohorts import _cohorts
from nalm.symbolic import evaluate
from tests.discovery._laws import formula, problem, split, table, term
from tests.discovery._stages import run, state_of

LAW = lambda a, b: 2 * a + 3 / b  # noqa: E731


def begun(data, **changes):
    pool = Pool(*split(data), noises=(Noise.CONSTANT,))
    pool.add(formula(term(1.0)))
    return state_of(pool, starts=40, **changes)


def test_the_law_of_a_structure_is_found_with_the_share_of_its_starts():
    data = table(LAW, [(1, 3)] * 2)
    state = begun(data)
    assert run(RandomStarts(Structure(2)), state)
    best = state.pool.best()
    assert np.allclose(evaluate(best.fit.formula, data.x), data.y, rtol=1e-9)
    assert 0 < best.hits <= best.restarts <= 40


def test_the_factor_multiplies_the_starts(monkeypatch):
    drawn = []

    def train(structure, *, sampler, **rest):
        drawn.append(sampler.starts)
        return whole(structure, sampler=sampler, **rest)

    whole = _cohorts.train
    monkeypatch.setattr(_cohorts, "train", train)
    for factor in (1, 3):
        run(RandomStarts(Structure(2), factor=factor), begun(table(LAW, [(1, 3)] * 2)))
    assert drawn == [40, 120]


def test_the_name_is_the_structure_in_words():
    assert RandomStarts(Structure(2, (3,))).name == "2 products, sum of 3"


def test_rows_with_zeros_propose_nothing():
    x = np.tile([[0.0, 1.0], [1.0, 0.0], [2.0, 3.0]], (30, 1))
    assert run(RandomStarts(Structure(1)), begun(problem(x, x.sum(axis=1)))) == 0


def test_it_ends_when_the_time_is_up():
    state = begun(table(LAW, [(1, 3)] * 2))
    with pytest.raises(TimeIsUpError):
        run(RandomStarts(Structure(2)), state, Budget(end=0.0))


def test_what_loads_pytorch_first_computes_with_one_thread(monkeypatch, two_threads):
    threads = []

    def train(structure, **rest):
        threads.append(torch.get_num_threads())
        return whole(structure, **rest)

    whole = _cohorts.train
    monkeypatch.setattr(_cohorts, "train", train)
    run(RandomStarts(Structure(2)), begun(table(LAW, [(1, 3)] * 2)))
    assert threads == [1]
    assert torch.get_num_threads() == 2
