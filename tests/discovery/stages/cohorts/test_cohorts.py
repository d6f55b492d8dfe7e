import time

import numpy as np
import pytest
import torch

from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.stages.cohorts._cohorts import train
from nalm.discovery.stages.cohorts._structure import Structure
from tests.discovery._prepared import inputs, prepared, sampler, trained_on

X = inputs(rows=60)
A, B = X.T
LAWS = [
    (Structure(1), 3 * A**1.5 / B),
    (Structure(2), A * B - 2 * B**2),
    (Structure(1, (2,)), A / (1 + 2 * B)),
    (Structure(1, (2,)), np.sqrt(A**2 + 3 * B**2)),
    (Structure(2, (2,)), A + B / (A**2 + B**2)),
]


@pytest.mark.parametrize(
    ("structure", "y"), LAWS, ids=[f"{s} {k}" for k, (s, _) in enumerate(LAWS)]
)
def test_a_law_of_the_structure_is_found_and_rounded(structure, y):
    trained = trained_on(structure, prepared(X, y), starts=48)
    best = int(trained.rounded.length.argmin())
    assert float(trained.rounded.fit.cost[best]) < 1e-22
    scales = structure.inner  # the only parameters that are not exponents
    assert int(trained.rounded.cohort.free[best].sum()) == scales


def test_boyles_law_with_an_offset_is_found_from_every_seed():
    volume = inputs(rows=40, count=1)
    rows = prepared(volume, 3 / volume[:, 0] + 0.7)
    for seed in range(5):
        trained = trained_on(Structure(2), rows, starts=12, seed=seed)
        best = int(trained.rounded.length.argmin())
        assert sorted(trained.rounded.cohort.flat[best].tolist()) == [-1.0, 0.0]


def test_the_same_seed_gives_the_same_answer():
    rows = prepared(X, A / (1 + 2 * B))
    first, again = (trained_on(Structure(1, (2,)), rows) for _ in range(2))
    assert torch.equal(first.rounded.cohort.flat, again.rounded.cohort.flat)
    assert torch.equal(first.cost, again.cost)


def test_scales_do_not_matter():
    plain = trained_on(Structure(2), prepared(X, A * B - 2 * B**2))
    scaled = trained_on(Structure(2), prepared(X * 1e30, (A * B - 2 * B**2) * 1e-30))
    best = [int(trained.rounded.length.argmin()) for trained in (plain, scaled)]
    shapes = [
        sorted(trained.rounded.cohort.flat[k].reshape(2, 2).tolist())
        for trained, k in zip((plain, scaled), best, strict=True)
    ]
    assert shapes[0] == shapes[1] == [[0.0, 2.0], [1.0, 1.0]]


def test_units_that_leave_no_choice_leave_the_coefficient():
    rows = prepared(X, 4 * A**0.2, np.zeros((2, 0)), [0.2, 0.0])
    trained = trained_on(Structure(1), rows)
    assert float(trained.rounded.fit.cost.min()) < 1e-28


def test_starts_keep_within_the_largest_exponent():
    trained = train(
        Structure(1),
        searched=prepared(X, A**5),
        rounded_on=prepared(X, A**5),
        sampler=sampler(),
        limits=Limits(largest=2.0),
    )
    assert float(trained.rounded.cohort.flat.abs().max()) <= 2.0


def test_it_ends_when_the_time_is_up():
    rows = prepared(X, A)
    with pytest.raises(TimeIsUpError):
        train(
            Structure(1),
            searched=rows,
            rounded_on=rows,
            sampler=sampler(),
            limits=Limits(largest=6.0, budget=Budget(end=time.perf_counter() - 1)),
        )
