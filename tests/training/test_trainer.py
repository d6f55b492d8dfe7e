import warnings
from copy import deepcopy
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
import torch
from torch import nn

import nalm
from nalm import NAU, NMRU, NRU
from nalm.errors import InvalidValueError
from nalm.tasks import Range
from nalm.training import Adam, Run, Trainer, train
from tests._tiers import kept, slow, thorough
from tests.training._runs import (
    CLIPPED,
    DIVISION,
    L1,
    RANGES,
    REAL_NPU,
    SPARSITY,
    assert_same,
    batch_of,
    recipe,
    runs,
)

NETWORKS = {
    "NMRU": partial(NMRU, 3, 1),
    "NRU": partial(NRU, 3, 1),
    "RealNPU": REAL_NPU,
    "NAU": partial(NAU, 3, 1),
}


@pytest.mark.parametrize("name", kept(NETWORKS, "NRU", "NAU"))
@pytest.mark.parametrize("split", [1, thorough(5)])
def test_a_run_does_not_depend_on_its_cohort(name, split):
    all_runs = runs(12, NETWORKS[name], iterations=50, **CLIPPED)
    together = train(all_runs, compile=False)
    apart = train(all_runs[:split], compile=False) + train(all_runs[split:], compile=False)
    for first, second in zip(together, apart, strict=True):
        assert_same(first, second)


@pytest.mark.thorough
def test_subsets_of_any_size_train_together():
    kinds = [{"subset_size": 1}, {"subset_size": 2, "overlap": 1}, {"subset_size": 1, "overlap": 1}]
    tasks = [replace(DIVISION, **kind) for kind in kinds]
    all_runs = [
        replace(run, task=task) for run in runs(2, iterations=50, **CLIPPED) for task in tasks
    ]
    together = train(all_runs, compile=False)
    for run, outcome in zip(all_runs, together, strict=True):
        assert_same(train([run], compile=False)[0], outcome)


@pytest.mark.thorough
@pytest.mark.compile
@pytest.mark.parametrize(
    "name", ["NAU", "NRU", *map(slow, sorted(NETWORKS.keys() - {"NAU", "NRU"}))]
)
def test_a_compiled_run_does_not_depend_on_its_cohort(name):
    all_runs = runs(6, NETWORKS[name], **CLIPPED)
    together = train(all_runs)
    apart = train(all_runs[:3]) + train(all_runs[3:])  # one program
    for first, second in zip(together, apart, strict=True):
        assert_same(first, second, tolerance=1e-6)


def plain_loop(run: Run) -> dict[str, np.ndarray]:
    """Train one run as a user would: a module, torch.optim.Adam, and a clamp."""
    dtype = run.recipe.dtype
    with torch.random.fork_rng():
        torch.manual_seed(run.seed)
        network = run.network().to(dtype)
    optimizer = torch.optim.Adam(network.parameters(), lr=run.recipe.optimizer.learning_rate)
    for step in range(run.recipe.iterations):
        x, t = batch_of(run, step)
        loss = nn.functional.mse_loss(network(x), t)
        for penalty in run.recipe.penalties:
            now = torch.tensor(step, dtype=torch.int32)
            weight = penalty.schedule.weight(now, torch.tensor(1.0, dtype=dtype))
            loss = loss + weight * penalty.measure(network)
        optimizer.zero_grad()
        loss.backward()
        if run.recipe.clipping:
            nn.utils.clip_grad_norm_(network.parameters(), run.recipe.clipping[0].limit)
        optimizer.step()
        nalm.project_(network)
    return {name: p.detach().numpy() for name, p in network.named_parameters()}


CHANGES = {
    "NMRU": {**CLIPPED, "penalties": ()},
    "NRU": {"penalties": ()},
    "RealNPU": {"penalties": (L1, SPARSITY)},
    "NAU": {"penalties": (L1, SPARSITY)},
}
TOLERANCES = {torch.float32: 1e-6, torch.float64: 1e-10}


@pytest.mark.parametrize("name", kept(CHANGES, "NMRU"))
@pytest.mark.parametrize("dtype", [torch.float64, thorough(torch.float32)])
def test_a_run_equals_the_users_plain_loop(name, dtype):
    check_plain_loop(name, dtype, compile=False)


@pytest.mark.thorough
@pytest.mark.compile
@pytest.mark.usefixtures("evaluated_eagerly")
@pytest.mark.parametrize("name", ["NAU", slow("NMRU"), "NRU", slow("RealNPU")])
@pytest.mark.parametrize("dtype", [torch.float32, slow(torch.float64)])
def test_a_compiled_run_equals_the_users_plain_loop(name, dtype):
    check_plain_loop(name, dtype, compile=True)


def check_plain_loop(name, dtype, *, compile):
    run = runs(1, NETWORKS[name], iterations=125, dtype=dtype, **CHANGES[name])[0]
    outcome = train([run], compile=compile)[0]
    tolerance = TOLERANCES[dtype]
    for parameter, expected in plain_loop(run).items():
        distance = np.linalg.norm(outcome.parameters[parameter] - expected)
        assert distance <= tolerance * np.linalg.norm(expected)


def test_a_run_that_diverges_leaves_the_others_untouched_and_is_recorded():
    healthy = runs(4)
    poisoned = healthy.copy()
    poisoned[1] = Run(
        network=healthy[1].network,
        task=DIVISION,
        interpolation=healthy[1].interpolation,
        extrapolation=healthy[1].extrapolation,
        recipe=recipe(optimizer=Adam(learning_rate=float("nan"))),
        seed=1,
    )
    first, second = train(healthy, compile=False), train(poisoned, compile=False)
    assert [outcome.diverged for outcome in second] == [False, True, False, False]
    for index in (0, 2, 3):
        assert_same(first[index], second[index])


@pytest.mark.thorough
def test_the_evaluation_interval_does_not_change_the_training():
    often, seldom = (train(runs(3, evaluate_every=n), compile=False) for n in (10, 50))
    for first, second in zip(often, seldom, strict=True):
        np.testing.assert_array_equal(first.parameters["weight"], second.parameters["weight"])
        assert list(first.step) == list(range(0, 101, 10))
        assert list(second.step) == [0, 50, 100]


@pytest.fixture(scope="module")
def undisturbed():
    return train(runs(3), compile=False)


@pytest.mark.parametrize("stop", kept([0, 25, 75], 25))
def test_a_restored_trainer_ends_where_an_undisturbed_one_does(stop, undisturbed):
    first = Trainer(runs(3), compile=False)
    for step in first:
        if step == stop:
            break
    second = Trainer(runs(3), compile=False)
    second.restore(deepcopy(first.snapshot()))
    steps = list(second)
    assert steps[0] == stop + 25
    for expected, found in zip(undisturbed, second.outcomes(), strict=True):
        assert_same(expected, found)


def test_a_snapshot_of_other_runs_is_refused():
    snapshot = Trainer(runs(2), compile=False).snapshot()
    with pytest.raises(InvalidValueError, match=r"snapshot: expected array .* other runs"):
        Trainer(runs(3), compile=False).restore(snapshot)


class Mixed(nn.Module):
    """A user's own network: a linear layer, a buffer, an activation and a unit."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(3, 2)
        self.unit = NAU(2, 1)
        self.register_buffer("shift", torch.randn(2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.unit(torch.tanh(self.linear(x)) + self.shift)


@pytest.mark.compile
@pytest.mark.parametrize("compile", [False, thorough(True)])
def test_any_module_trains_in_a_cohort(compile):
    together = train(runs(3, Mixed), compile=compile)
    alone = [train([run], compile=False)[0] for run in runs(3, Mixed)]
    for first, second in zip(together, alone, strict=True):
        assert_same(first, second, tolerance=1e-4)
        assert np.isfinite(first.validation).all()
    assert abs(together[0].parameters["unit.weight"]).max() <= 1


def test_a_lambda_can_train_but_not_be_stored():
    network = lambda: NMRU(3, 1)  # noqa: E731
    assert len(train(runs(2, network, iterations=2), compile=False)) == 2
    with pytest.raises(InvalidValueError, match="module level"):
        _ = runs(1, network)[0].key


def test_runs_of_two_signatures_are_refused():
    mixed = [runs(1)[0], runs(1, batch_size=16)[0]]
    with pytest.raises(InvalidValueError, match="run 1 differs from run 0"):
        Trainer(mixed)
    with pytest.raises(InvalidValueError, match="at least one run"):
        Trainer([])


def test_validation_inputs_are_shared_over_seeds_and_follow_the_range():
    outcomes = train(
        [
            Run(
                network=partial(NMRU, 3, 1),
                task=DIVISION,
                interpolation=interval,
                extrapolation=Range.union((-6, -2), (2, 6)),
                recipe=recipe(iterations=0),
                seed=0,
            )
            for interval in (*RANGES, RANGES[0])
        ],
        compile=False,
    )
    errors = [outcome.validation[0] for outcome in outcomes]
    assert errors[0] == errors[3]
    assert len(set(errors[:3])) == 3
    assert len({outcome.test[0] for outcome in outcomes}) == 1


def test_without_a_compiler_training_falls_back_with_one_warning(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.warns(UserWarning, match="no C\\+\\+ compiler") as caught:
        outcome = train(runs(2))[0]
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert_same(outcome, train(runs(2), compile=False)[0])


def test_float64_runs_are_float64_throughout():
    outcome = train(runs(2, dtype=torch.float64), compile=False)[0]
    assert outcome.parameters["weight"].dtype == np.float64


class LoopsItself(NAU):
    compiles_itself = True
    calls = 0

    def forward(self, x):
        LoopsItself.calls += 1
        return super().forward(x)


def around_a_loop():
    return nn.Sequential(LoopsItself(3, 2), NAU(2, 1))


def test_a_module_that_compiles_itself_is_called_in_every_step():
    train(runs(2, around_a_loop, iterations=7))
    assert LoopsItself.calls >= 7
