from copy import deepcopy
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st

from nalm import INALU, NAU
from nalm.training import (
    SGD,
    LossHistory,
    LossPlateauRestart,
    PlateauRestart,
    Trainer,
    ValidationHistory,
    initialise,
    train,
)
from tests._tiers import kept
from tests.training._runs import assert_same, batch_of, runs


def due(policy, step, since, interval, errors):
    history = ValidationHistory(interval=interval, errors=np.array(errors, dtype=np.float64))
    return policy.due(step, np.array(since, dtype=np.int64), history)


def listed(step, since, interval, errors):
    """The reference's list: at every step since the start, the error that was then current."""
    return np.array([errors[min(t // interval, len(errors) - 1)] for t in range(since, step + 1)])


def by_list(policy, values):
    """The rule as published, on a list."""
    if len(values) <= policy.patience:
        return False
    first, second = values[: len(values) // 2], values[len(values) // 2 :]
    plateau = first.mean() <= second.mean() + second.std()
    return bool(plateau and second.mean() > policy.threshold)


def undecided(values):
    """Whether the two sides of the rule are equal but for rounding, with a spread to round."""
    first, second = values[: len(values) // 2], values[len(values) // 2 :]
    close = abs(first.mean() - second.mean() - second.std()) < 1e-9 * (1 + values.max())
    return close and np.ptp(values) > 0


@given(data=st.data(), interval=st.integers(1, 40), patience=st.integers(1, 60))
def test_it_equals_the_rule_on_lists(data, interval, patience):
    evaluations = data.draw(st.integers(1, 8))
    step = data.draw(st.integers((evaluations - 1) * interval, evaluations * interval - 1))
    runs = data.draw(st.integers(1, 4))
    # A start is the step after a check, so it never lies ahead of the next check.
    since = data.draw(st.lists(st.integers(0, max(step - 1, 0)), min_size=runs, max_size=runs))
    values = st.floats(0, 8, width=16)
    rows = st.lists(values, min_size=runs, max_size=runs)
    errors = np.array(data.draw(st.lists(rows, min_size=evaluations, max_size=evaluations)))
    assume(step > 0)
    policy = PlateauRestart(patience=patience)
    found = due(policy, step, since, interval, errors)
    for run in range(runs):
        history = listed(step, since[run], interval, errors[:, run])
        if len(history) > 1 and not undecided(history):
            assert found[run] == by_list(policy, history)


POLICY = PlateauRestart(patience=100, threshold=1.0)


@pytest.mark.parametrize("error", [1.1, 2.3, 1e6 / 3, 1e30 / 7])
@pytest.mark.parametrize("step", [100, 130, 250, 330, 590])
def test_a_constant_error_is_a_plateau(error, step):
    evaluations = step // 60 + 1
    assert due(POLICY, step, [0], 60, [[error]] * evaluations).tolist() == [True]


@pytest.mark.parametrize("start", [1e30, np.inf, np.nan])
def test_errors_before_the_last_start_do_not_count(start):
    errors = [[start, 3.0]] + [[3.0, 3.0]] * 9
    assert due(POLICY, 590, [61, 61], 60, errors).tolist() == [True, True]


def test_a_huge_first_error_does_not_hide_what_follows():
    falling = [[1e30]] + [[3.0]] * 9
    assert due(POLICY, 590, [0], 60, falling).tolist() == [False]
    rising = [[0.5]] * 5 + [[1e30]] * 5
    assert due(POLICY, 590, [0], 60, rising).tolist() == [True]


@pytest.mark.parametrize("error", [np.inf, np.nan])
def test_a_run_without_a_finite_error_is_left_alone(error):
    assert due(POLICY, 590, [0], 60, [[error]] * 10).tolist() == [False]


def test_errors_at_or_below_the_threshold_are_no_plateau():
    assert due(POLICY, 590, [0, 0], 60, [[1.0, 1.0 + 1e-9]] * 10).tolist() == [False, True]


def test_a_falling_error_is_no_plateau():
    assert due(POLICY, 590, [0], 60, [[float(20 - k)] for k in range(10)]).tolist() == [False]


def test_patience_counts_from_each_runs_last_start():
    found = due(POLICY, 300, [0, 200, 201, 260], 60, [[5.0] * 4] * 6)
    assert found.tolist() == [True, True, False, False]


def test_nothing_restarts_at_the_first_step():
    policy = PlateauRestart(patience=0)
    assert due(policy, 0, [0, 0], 10, [[9.0, 9.0]]).tolist() == [False, False]


def test_the_published_rule_is_the_default():
    assert PlateauRestart() == PlateauRestart(every=10, patience=5000, threshold=1.0)


# ── On the losses of the batches ──────────────────────────────────────────────────────────────────

LOSSES = LossPlateauRestart()
SMALL = LossPlateauRestart(every=5, patience=30, threshold=0.0, epoch=10, epochs=3)


def blocks(policy, losses):
    """Sum the losses `(steps, runs)` over blocks, as the training step does."""
    parts = losses.reshape(-1, policy.every, losses.shape[1])
    return LossHistory(interval=policy.every, sums=np.stack([parts.sum(1), (parts**2).sum(1)], 1))


def published(policy, losses, start):
    """The rule of the code after its last batch, on the list of losses since the last restart."""
    values, epoch = losses[start:], (len(losses) - 1) // policy.epoch
    if len(values) <= policy.patience or epoch == 0 or epoch % policy.epochs:
        return False
    return by_list(policy, values)


@given(data=st.data())
def test_the_rule_on_losses_equals_the_published_one(data):
    steps = 10 * data.draw(st.integers(1, 12))
    starts = data.draw(st.lists(st.integers(0, steps // 10 - 1), min_size=3, max_size=3))
    values = st.lists(st.floats(0.125, 8, width=16), min_size=3, max_size=3)
    losses = np.array(data.draw(st.lists(values, min_size=steps, max_size=steps)))
    since = np.array([10 * k + 1 if k else 0 for k in starts])
    found = SMALL.due(steps, since, blocks(SMALL, losses))
    for run, start in enumerate(10 * np.array(starts)):
        if not undecided(losses[start:, run]):
            assert found[run] == published(SMALL, losses[:, run], start)


def test_only_every_tenth_epoch_but_the_first_may_restart():
    allowed = [step for step in range(0, 25_000, 100) if LOSSES.may(step)]
    assert allowed == [*range(10_100, 11_001, 100), *range(20_100, 21_001, 100)]


def test_a_constant_large_loss_is_a_plateau_after_more_than_the_patience():
    losses = np.full((20_100, 3), 2.0)
    losses[:, 2] = 1.0
    history = blocks(LOSSES, losses[:10_100])
    assert LOSSES.due(10_100, np.array([0, 101, 0]), history).tolist() == [True, False, False]
    later = LOSSES.due(20_100, np.array([10_101, 10_001, 0]), blocks(LOSSES, losses))
    assert later.tolist() == [False, True, False]


@pytest.mark.parametrize("loss", [np.nan, np.inf])
def test_a_run_without_a_finite_loss_is_left_alone_until_it_has_one(loss):
    losses = np.full((20_000, 1), 5.0)
    losses[50] = loss
    assert LOSSES.due(10_500, np.array([0]), blocks(LOSSES, losses[:10_500])).tolist() == [False]
    assert SMALL.due(40, np.array([6]), blocks(SMALL, losses[:40])).tolist() == [True]


INALUS = partial(INALU, 3, 1)


def test_new_parameters_are_uniform_and_repeatable():
    first, second, other = (LOSSES.redraw(INALUS, seed) for seed in (1, 1, 2))
    values = torch.cat(
        [p.detach().flatten() for p in LOSSES.redraw(partial(INALU, 50, 9), 0).parameters()]
    )
    assert -2 <= values.min() < -1.9
    assert 1.9 < values.max() <= 2
    for x, y, z in zip(*(m.parameters() for m in (first, second, other)), strict=True):
        assert torch.equal(x, y)
        assert not torch.equal(x, z)


def test_a_plateau_of_the_validation_error_draws_the_units_own_parameters():
    expected = dict(initialise(INALUS, 3).named_parameters())
    for name, parameter in PlateauRestart().redraw(INALUS, 3).named_parameters():
        assert torch.equal(parameter, expected[name])


STILL = SGD(learning_rate=1e-9)
STUCK = {"iterations": 100, "network": INALUS, "restart": SMALL, "optimizer": STILL}


@pytest.mark.thorough
@pytest.mark.parametrize("every", [25, 7])
def test_runs_restart_alone_as_in_a_cohort(every):
    all_runs = runs(4, **STUCK, evaluate_every=every)
    together = train(all_runs, compile=False)
    assert sum(outcome.restarts for outcome in together) > 0
    for run, expected in zip(all_runs, together, strict=True):
        alone = train([run], compile=False)[0]
        assert alone.restarts == expected.restarts
        assert_same(alone, expected)


@pytest.mark.parametrize("stop", kept([0, 28, 35, 63], 35))
def test_a_restored_trainer_remembers_the_losses(stop):
    all_runs = runs(3, **STUCK, evaluate_every=7)
    undisturbed = train(all_runs, compile=False)
    first = Trainer(all_runs, compile=False)
    for step in first:
        if step == stop:
            break
    second = Trainer(all_runs, compile=False)
    second.restore(deepcopy(first.snapshot()))
    assert next(iter(second)) == stop + 7
    list(second)
    for expected, found in zip(undisturbed, second.outcomes(), strict=True):
        assert found.restarts == expected.restarts
        assert_same(expected, found)
    assert sum(outcome.restarts for outcome in undisturbed) > 0


@pytest.mark.thorough
@pytest.mark.compile
@pytest.mark.usefixtures("evaluated_eagerly")
def test_compiled_losses_are_the_eager_ones():
    kept, small = [], {**STUCK, "network": partial(NAU, 3, 1), "dtype": torch.float64}
    for compile in (False, True):
        trainer = Trainer(runs(3, **small), compile=compile)
        list(trainer)
        kept.append(trainer.snapshot())
    assert kept[0]["losses"].shape == (20, 2, 3)
    np.testing.assert_allclose(kept[0]["losses"], kept[1]["losses"], rtol=1e-8)
    np.testing.assert_array_equal(kept[0]["restarts"], kept[1]["restarts"])


def test_the_losses_kept_are_those_of_the_batches_without_penalties():
    changes = {"restart": LossPlateauRestart(every=2), "iterations": 4, "dtype": torch.float64}
    trainer = Trainer(runs(1, **changes), compile=False)
    list(trainer)
    run = runs(1, **changes)[0]
    losses = []
    for step in range(4):
        before = train([replace(run, recipe=replace(run.recipe, iterations=step))], compile=False)[
            0
        ]
        network = run.network().double()
        network.load_state_dict({n: torch.tensor(v) for n, v in before.parameters.items()})
        x, t = batch_of(run, step)
        losses.append(((network(x) - t) ** 2).mean().item())
    sums = np.array(losses).reshape(2, 2)
    found = trainer.snapshot()["losses"][:, :, 0]
    np.testing.assert_allclose(found, np.stack([sums.sum(1), (sums**2).sum(1)], 1), rtol=1e-9)
