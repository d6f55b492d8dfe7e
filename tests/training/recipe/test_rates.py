from dataclasses import dataclass

import pytest
import torch
from torch.optim import lr_scheduler

from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.training import (
    SGD,
    AdamW,
    CosineDecay,
    LinearWarmup,
    Optimizer,
    PolynomialDecay,
    RateSequence,
    Scheduled,
    train,
)
from nalm.training._spec import numbers
from tests.training._runs import assert_same, runs

STEPS = 60
RATE = 0.2
WARM, FALL = LinearWarmup(steps=10, start=0.25), CosineDecay(steps=40, floor=0.125)


def warm(optimizer):
    return lr_scheduler.LinearLR(optimizer, start_factor=0.25, total_iters=10)


def fall(optimizer):
    return lr_scheduler.CosineAnnealingLR(optimizer, T_max=40, eta_min=0.125 * RATE)


def both(optimizer):
    return lr_scheduler.SequentialLR(optimizer, [warm(optimizer), fall(optimizer)], milestones=[10])


def power(optimizer):
    return lr_scheduler.PolynomialLR(optimizer, total_iters=40, power=2.0)


SQUARE = PolynomialDecay(steps=40, power=2)

PAIRS = [
    (SQUARE, power, STEPS),
    (WARM, warm, STEPS),
    (FALL, fall, 41),  # PyTorch's rises again beyond its end
    (RateSequence(schedules=(WARM, FALL), milestones=(10,)), both, 51),
]


def torch_paths(make, optimizer, schedule, steps):
    """Return the learning rates and the last parameter of PyTorch's own."""
    theta = torch.nn.Parameter(torch.ones(3, dtype=torch.float64))
    rule = make([theta], lr=RATE)
    scheduler = schedule(rule)
    rates = []
    for step in range(steps):
        rates.append(rule.param_groups[0]["lr"])
        theta.grad = torch.sin(theta.detach() + 0.1 * step)
        rule.step()
        scheduler.step()
    return rates, theta.detach()


@pytest.mark.parametrize(("rate", "schedule", "steps"), PAIRS)
@pytest.mark.parametrize(("rule", "make"), [(SGD, torch.optim.SGD), (AdamW, torch.optim.AdamW)])
def test_it_equals_torch(rate, schedule, steps, rule, make):
    rates, expected = torch_paths(make, rule, schedule, steps)
    now = torch.arange(steps, dtype=torch.float64)
    torch.testing.assert_close(
        RATE * torch.stack([rate.factor(step) for step in now]),
        torch.tensor(rates, dtype=torch.float64),
        rtol=1e-10,
        atol=1e-12,
    )
    optimizer = Scheduled(optimizer=rule(learning_rate=RATE), rate=rate)
    parameters = {"theta": torch.ones(3, dtype=torch.float64)}
    state = optimizer.initial(parameters)
    for step in range(steps):
        gradients = {"theta": torch.sin(parameters["theta"] + 0.1 * step)}
        at = torch.tensor(step, dtype=torch.int32)
        parameters, state = optimizer.update(gradients, state, parameters, at)
    torch.testing.assert_close(parameters["theta"], expected, rtol=1e-10, atol=1e-10)


def test_the_last_factor_stays():
    beyond = torch.tensor(1e6, dtype=torch.float64)
    assert WARM.factor(beyond) == 1
    assert FALL.factor(beyond) == 0.125


def test_a_decay_has_a_floor():
    decay = PolynomialDecay(steps=10, power=2, floor=0.04)
    found = [decay.factor(torch.tensor(float(step))).item() for step in (0, 5, 8, 9, 10, 99)]
    assert found == pytest.approx([1, 0.25, 0.04, 0.04, 0.04, 0.04])


def test_its_numbers_may_differ_from_run_to_run():
    sequence = RateSequence(schedules=(WARM, FALL), milestones=(10,))
    optimizer = Scheduled(optimizer=SGD(learning_rate=RATE), rate=sequence)
    assert numbers(optimizer) == [RATE, 0.0, 10.0, 0.25, 40.0, 0.125, 10.0]


def scheduled_runs(count):
    """Make runs of one cohort whose warm-up has another length each."""
    made = []
    for run in runs(count):
        rate = LinearWarmup(steps=10 + 20 * run.seed)
        optimizer = Scheduled(optimizer=AdamW(learning_rate=0.01), rate=rate)
        made += runs(run.seed + 1, optimizer=optimizer)[-1:]
    return made


@pytest.mark.thorough
@pytest.mark.parametrize(
    "compile", [False, pytest.param(True, marks=[pytest.mark.compile, pytest.mark.thorough])]
)
def test_a_cohort_has_the_schedule_of_each_run(compile):
    together = train(scheduled_runs(3), compile=compile)
    for run, outcome in zip(scheduled_runs(3), together, strict=True):
        alone = train([run], compile=False)[0]
        assert_same(alone, outcome, tolerance=1e-5 if compile else 0.0)


@dataclass(frozen=True, kw_only=True)
class Still(Optimizer):
    def initial(self, parameters):
        return {}

    def update(self, gradients, state, parameters, step):
        return dict(parameters), state


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: LinearWarmup(steps=0), InvalidValueError, "LinearWarmup: .*steps=0"),
        (lambda: CosineDecay(steps=5, floor=-1), InvalidValueError, "CosineDecay: .*floor=-1"),
        (
            lambda: PolynomialDecay(steps=5, power=-1),
            InvalidValueError,
            "PolynomialDecay: .*steps=5, power=-1, floor=0.0",
        ),
        (
            lambda: RateSequence(schedules=(WARM, FALL), milestones=()),
            InvalidValueError,
            "RateSequence.milestones: .*2",
        ),
        (
            lambda: RateSequence(schedules=(WARM, FALL, WARM), milestones=(5, 3)),
            InvalidValueError,
            "ascending",
        ),
        (
            lambda: Scheduled(optimizer=Still(), rate=WARM),
            InvalidTypeError,
            "Scheduled.optimizer: .*learning_rate.*Still",
        ),
    ],
)
def test_wrong_schedules_are_refused(make, error, message):
    with pytest.raises(error, match=message):
        make()
