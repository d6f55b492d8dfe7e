import time

import numpy as np
import pytest
import torch

from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.stages.cohorts import _levenberg as levenberg
from nalm.discovery.stages.cohorts._levenberg import GAIN, STRIDE, WATCHED, Steps, minimise
from nalm.discovery.stages.cohorts._structure import Structure
from tests._tiers import kept
from tests.discovery._prepared import (
    LIMITS,
    STRUCTURES,
    cohort_of,
    inputs,
    model_of,
    prepared,
    some_parameters,
)

BOUND = torch.tensor(6.0, dtype=torch.float64)


def some_rows():
    x = inputs()
    return prepared(x, 1 + np.sin(x[:, 0]) + x[:, 1] ** 2)


def minimised(cohort, model, iterations=10, limits=LIMITS, bound=BOUND, **options):
    bound = bound.expand(cohort.flat.shape[1])
    steps = Steps(count=iterations, **options)
    return minimise(cohort, model, bound=bound, steps=steps, limits=limits)


@pytest.mark.parametrize("structure", STRUCTURES, ids=str)
def test_no_start_ends_worse_than_it_began_and_some_end_better(structure):
    rows = some_rows()
    model = model_of(structure, rows)
    cohort = cohort_of(some_parameters(structure, 2, starts=6), rows)
    before = model(cohort.flat, cohort.weight).cost
    ended, found = minimised(cohort, model)
    assert (found.cost <= before).all()
    assert (found.cost < 0.9 * before).any()
    torch.testing.assert_close(model(ended.flat, ended.weight).cost, found.cost)


@pytest.mark.parametrize("structure", STRUCTURES, ids=str)
def test_a_start_does_not_depend_on_its_cohort(structure):
    rows = some_rows()
    model = model_of(structure, rows)
    cohort = cohort_of(some_parameters(structure, 2, starts=5), rows)
    together, fits = minimised(cohort, model, iterations=4)
    for k in range(5):
        alone, fit = minimised(cohort.take(torch.tensor([k])), model, iterations=4)
        torch.testing.assert_close(fits.cost[k], fit.cost[0], rtol=1e-6, atol=0)
        torch.testing.assert_close(together.flat[k], alone.flat[0], rtol=1e-4, atol=1e-4)


def test_what_is_not_free_stays_and_nothing_leaves_its_bound():
    structure, rows = Structure(2, (2,)), some_rows()
    flat = some_parameters(structure, 2, starts=8).clamp(-1.5, 1.5)
    free = (torch.arange(flat.numel()).reshape(flat.shape) % 3 > 0).double()
    ended, _ = minimised(
        cohort_of(flat, rows, free), model_of(structure, rows), bound=torch.tensor(1.5).double()
    )
    assert torch.equal(ended.flat[free == 0], flat[free == 0])
    assert not torch.equal(ended.flat, flat)
    assert float(ended.flat.abs().max()) <= 1.5
    assert torch.equal(ended.free, free)


def test_the_worse_two_thirds_are_given_up():
    structure, rows = Structure(2), some_rows()
    model = model_of(structure, rows)
    cohort = cohort_of(some_parameters(structure, 2, starts=60), rows)
    before = model(cohort.flat, cohort.weight).cost
    kept, found = minimised(cohort, model, iterations=1, halve_at=(0,))
    assert len(kept.flat) == len(kept.weight) == len(kept.free) == len(found.cost) == 20
    assert (found.cost.sort().values <= before.sort().values[:20]).all()
    few, _ = minimised(kept, model, iterations=3, halve_at=(0, 1, 2))
    assert len(few.flat) == 12  # so few are never halved


@pytest.mark.parametrize("structure", kept(STRUCTURES, STRUCTURES[1]), ids=str)
def test_it_goes_further_only_while_the_best_cost_falls(structure, monkeypatch):
    monkeypatch.setattr(levenberg, "WATCHED", 10**9)  # no start rests
    rows, steps = some_rows(), []
    model = model_of(structure, rows)
    cohort = cohort_of(some_parameters(structure, 2, starts=6), rows)

    def count(flat, weight):
        fit = model(flat, weight)
        steps.append(float(fit.cost.min()))
        return fit

    _, first = minimised(cohort, count, iterations=STRIDE)
    taken = len(steps)
    _, then = minimised(cohort, count, iterations=STRIDE, further=40 * STRIDE)
    more = len(steps) - taken - taken
    assert more % STRIDE == 0
    assert (then.cost <= first.cost).all()
    lowest = np.minimum.accumulate(steps[taken:])[::STRIDE]
    gains = 1 - lowest[1:] / lowest[:-1]
    assert (gains[:-1] >= GAIN).all()
    assert gains[-1] < GAIN or more == 40 * STRIDE


def test_a_start_whose_cost_falls_no_more_rests_and_keeps_its_place():
    structure, rows = Structure(2), some_rows()
    model, sizes = model_of(structure, rows), []

    def count(flat, weight):
        sizes.append(len(flat))
        return model(flat, weight)

    cohort = cohort_of(some_parameters(structure, 2, starts=20), rows)
    ended, found = minimised(cohort, count, iterations=60)
    assert sizes[0] == sizes[WATCHED] == 20
    assert sizes[-1] < 10
    assert sizes == sorted(sizes, reverse=True)
    torch.testing.assert_close(model(ended.flat, ended.weight).cost, found.cost)
    for k in range(20):  # none depends on when others rest
        _, cost = minimised(cohort.take(torch.tensor([k])), model, iterations=60)
        torch.testing.assert_close(cost.cost[0], found.cost[k], rtol=1e-3, atol=0)


def test_a_start_without_a_value_harms_no_other():
    structure, rows = Structure(1), some_rows()
    flat = torch.tensor([[float("nan"), 0.0], [1.0, 1.0]], dtype=torch.float64)
    model = model_of(structure, rows)
    _, found = minimised(cohort_of(flat, rows), model)
    _, alone = minimised(cohort_of(flat[1:], rows), model)
    assert found.cost[0].isinf()
    torch.testing.assert_close(found.cost[1], alone.cost[0])


def test_without_parameters_there_is_nothing_to_do():
    rows = prepared(inputs(), inputs()[:, 0], np.zeros((2, 0)), [1.0, 0.0])
    cohort = cohort_of(torch.zeros(3, 0, dtype=torch.float64), rows)
    _, found = minimised(cohort, model_of(Structure(1), rows))
    assert (found.cost < 1e-28).all()


def test_it_ends_when_the_time_is_up():
    rows = some_rows()
    cohort = cohort_of(some_parameters(Structure(1), 2), rows)
    with pytest.raises(TimeIsUpError):
        minimised(
            cohort,
            model_of(Structure(1), rows),
            limits=Limits(largest=6.0, budget=Budget(end=time.perf_counter() - 1)),
        )


def test_two_products_that_coincide_part_again():
    x = inputs(count=1)
    rows = prepared(x, 3 / x[:, 0] + 0.7)  # Boyle's law with an offset
    cohort = cohort_of(torch.full((1, 2), -0.5, dtype=torch.float64), rows)
    ended, found = minimised(cohort, model_of(Structure(2), rows), iterations=40)
    assert float(found.cost) < 1e-20
    torch.testing.assert_close(
        ended.flat.sort().values, torch.tensor([[-1.0, 0.0]], dtype=torch.float64)
    )
