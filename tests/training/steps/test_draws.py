from functools import partial

import numpy as np
import pytest
import torch
from scipy import stats
from torch import nn
from torch.func import vmap

from nalm.errors import InvalidValueError
from nalm.training import train
from nalm.training._steps._draws import Draws
from nalm.training._steps._sampling import uniform
from tests._tiers import thorough
from tests.training._modules import DROPOUT, assert_ends_as, layers, loop, module_runs, transformer
from tests.training._runs import assert_same

SEEDS = torch.arange(64, dtype=torch.int32)
ELEMENTS = 1024


def now(step):
    return torch.tensor(step, dtype=torch.int32)


def drawn(function, step=0, seeds=SEEDS):
    x = torch.ones(len(seeds), ELEMENTS, dtype=torch.float64)
    with Draws(seeds, now(step), dtype=torch.float64):
        return vmap(function, randomness="different")(x)


KINDS = {
    "rand": (lambda x: torch.rand(ELEMENTS), stats.uniform()),
    "rand_like": (torch.rand_like, stats.uniform()),
    "randn": (lambda x: torch.randn(ELEMENTS), stats.norm()),
    "randn_like": (torch.randn_like, stats.norm()),
    "uniform_": (lambda x: x.clone().uniform_(-1, 3), stats.uniform(-1, 4)),
    "normal_": (lambda x: x.clone().normal_(2, 3), stats.norm(2, 3)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_have_their_distribution(kind):
    function, expected = KINDS[kind]
    numbers = drawn(function)
    assert numbers.dtype == torch.float64
    assert stats.kstest(numbers.flatten().numpy(), expected.cdf).pvalue > 1e-4
    between = np.corrcoef(numbers.numpy())[np.triu_indices(len(SEEDS), 1)]
    assert abs(between).max() < 6 / np.sqrt(ELEMENTS)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: torch.bernoulli(0.3 * x),
        lambda x: torch.bernoulli(x, 0.3),
        lambda x: x.clone().bernoulli_(0.3),
        lambda x: x.clone().bernoulli_(0.3 * x),
        lambda x: 0.7 * nn.functional.dropout(x, 0.7) * 3 / 7,
        lambda x: nn.functional.dropout1d(x.unsqueeze(-1), 0.7).squeeze(-1) * 0.3,
        lambda x: torch.native_dropout(x, 0.7, True)[0] * 0.3,
    ],
)
def test_truths_have_their_probability(function):
    numbers = drawn(function)
    assert numbers.unique().numel() == 2
    count = int((numbers > 0).sum())
    assert stats.binomtest(count, numbers.numel(), 0.3).pvalue > 1e-4


def test_a_dropout_of_everything_or_of_nothing():
    assert not drawn(lambda x: torch.native_dropout(x, 1.0, True)[0]).any()
    assert drawn(lambda x: torch.native_dropout(x, 0.5, False)[0]).all()


def test_steps_runs_and_calls_have_numbers_of_their_own():
    def two(x):
        return torch.cat([torch.rand_like(x), torch.rand_like(x)])

    numbers = torch.cat([drawn(two, step) for step in range(3)])
    assert numbers.unique().numel() == numbers.numel()
    batch = uniform(SEEDS, now(0), (ELEMENTS,), torch.float64)
    assert torch.cat([batch, numbers[:, :ELEMENTS]]).unique().numel() == 4 * batch.numel()


def test_a_run_draws_what_it_draws_alone():
    together = drawn(torch.randn_like)
    assert torch.equal(together[5:6], drawn(torch.randn_like, seeds=SEEDS[5:6]))


def test_the_state_of_pytorch_stays():
    before = torch.get_rng_state()
    drawn(torch.rand_like)
    assert torch.equal(before, torch.get_rng_state())


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: x[torch.randperm(len(x))], "randperm.*Make them of those"),
        (lambda x: x.clone().exponential_(), "exponential_"),
    ],
)
def test_other_draws_are_refused(function, message):
    with pytest.raises(InvalidValueError, match=f"network: .*{message}"):
        drawn(function)


class Masks:
    """Makes `torch.nn.functional.dropout` of a plain loop drop what a cohort drops."""

    def __init__(self, run, step):
        self.run, self.step, self.start = run, step, 0

    def __enter__(self):
        self.before = nn.functional.dropout
        nn.functional.dropout = self.dropout

    def __exit__(self, *_):
        nn.functional.dropout = self.before

    def dropout(self, x, p, training, inplace=False):
        seed = torch.tensor(self.run.seed, dtype=torch.int32)
        numbers = uniform(seed, now(-1 - self.step), (self.start + x.numel(),), x.dtype)
        mask = (numbers[self.start :] < 1 - p).reshape(x.shape)
        self.start += x.numel()
        return x * mask.to(x.dtype) / (1 - p) if training else x


@pytest.mark.parametrize(
    "network", [partial(layers, DROPOUT, DROPOUT), thorough(partial(layers, DROPOUT))]
)
def test_a_run_equals_a_plain_loop_with_the_same_masks(network):
    runs = module_runs(2, network)
    for run, outcome in zip(runs, train(runs, compile=False), strict=True):
        assert_ends_as(outcome.parameters, loop(run, partial(Masks, run)), rtol=1e-10)


@pytest.mark.parametrize("network", [partial(layers, DROPOUT), partial(transformer, 0.2)])
def test_a_run_does_not_depend_on_its_cohort(network):
    runs = module_runs(3, network)
    together = train(runs, compile=False)
    for run, outcome in zip(runs, together, strict=True):
        assert_same(outcome, train([run], compile=False)[0])


def test_evaluation_draws_nothing():
    often, seldom = (
        train(module_runs(2, partial(layers, DROPOUT), evaluate_every=n), compile=False)
        for n in (1, 20)
    )
    for first, second in zip(often, seldom, strict=True):
        assert first.test[-1] == second.test[-1]
