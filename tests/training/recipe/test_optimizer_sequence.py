from dataclasses import replace

import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.training import (
    SGD,
    Adam,
    CosineDecay,
    OptimizerSequence,
    PlateauRestart,
    RMSprop,
    Scheduled,
    train,
)
from tests._tiers import thorough
from tests.training._runs import assert_same, runs

ADAM, SLOW = Adam(learning_rate=0.1), SGD(learning_rate=0.01)
TWICE = OptimizerSequence(optimizers=(ADAM, ADAM), milestones=(7,))


def start():
    return {"w": torch.ones(3, dtype=torch.float64), "b": torch.zeros(2, dtype=torch.float64)}


def path(optimizer, steps, *, parameters=None, first=0):
    """Return the parameters after each step with gradients that depend on them and on time."""
    parameters = parameters or start()
    state, found = optimizer.initial(parameters), []
    for step in range(steps):
        gradients = {name: torch.sin(p + 0.3 * (step + first)) for name, p in parameters.items()}
        now = torch.tensor(step, dtype=torch.int32)
        parameters, state = optimizer.update(gradients, state, parameters, now)
        found.append(parameters)
    return found


@pytest.mark.parametrize(
    "optimizers",
    [
        (ADAM, ADAM),
        (ADAM, SLOW),
        (SLOW, RMSprop(learning_rate=0.02)),
        (ADAM, Scheduled(optimizer=ADAM, rate=CosineDecay(steps=5))),
    ],
)
def test_each_begins_as_if_it_were_alone(optimizers):
    sequence = OptimizerSequence(optimizers=optimizers, milestones=(7,))
    found = path(sequence, 15)
    before = path(optimizers[0], 7)
    after = path(optimizers[1], 8, parameters=before[-1], first=7)
    for one, other in zip(found, before + after, strict=True):
        torch.testing.assert_close(one, other, rtol=0, atol=0)


def test_a_new_adam_is_another_than_one_that_goes_on():
    assert not torch.equal(path(TWICE, 9)[-1]["w"], path(ADAM, 9)[-1]["w"])


def test_one_alone_is_itself():
    alone = OptimizerSequence(optimizers=(ADAM,), milestones=())
    torch.testing.assert_close(path(alone, 9), path(ADAM, 9), rtol=0, atol=0)


def test_the_state_has_the_slots_of_all():
    three = OptimizerSequence(optimizers=(ADAM, SLOW, ADAM), milestones=(3, 5))
    assert {"0 mean", "0 square", "2 mean", "2 square"} <= three.initial(start()).keys()
    assert three.milestones == (3.0, 5.0)


def sequences(count, **changes):
    """Make runs of one cohort that change their optimiser at another step each."""
    made = []
    for run in runs(count, **changes):
        optimizers = (Adam(learning_rate=0.02), Adam(learning_rate=0.01))
        sequence = OptimizerSequence(optimizers=optimizers, milestones=(30 + 20 * run.seed,))
        made.append(replace(run, recipe=replace(run.recipe, optimizer=sequence)))
    return made


@pytest.mark.thorough
@pytest.mark.parametrize(
    "changes", [{}, thorough({"restart": PlateauRestart()})], ids=["plain", "restart"]
)
@pytest.mark.parametrize(
    "compile", [False, pytest.param(True, marks=[pytest.mark.compile, pytest.mark.thorough])]
)
def test_a_cohort_has_the_milestone_of_each_run(compile, changes):
    together = train(sequences(3, **changes), compile=compile)
    for run, outcome in zip(sequences(3, **changes), together, strict=True):
        alone = train([run], compile=False)[0]
        assert_same(alone, outcome, tolerance=1e-5 if compile else 0.0)


@pytest.mark.parametrize(
    ("optimizers", "milestones"),
    [((ADAM, SLOW), ()), ((ADAM,), (4,)), ((ADAM, SLOW, ADAM), (5, 3)), ((ADAM, SLOW), (0,))],
)
def test_wrong_milestones_are_refused(optimizers, milestones):
    with pytest.raises(InvalidValueError, match=r"OptimizerSequence\.milestones: .*Say where"):
        OptimizerSequence(optimizers=optimizers, milestones=milestones)
