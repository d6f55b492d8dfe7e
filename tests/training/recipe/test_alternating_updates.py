import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.training import AlternatingUpdate
from nalm.training._recipe._alternating_updates import check_patterns, taking_part

WEIGHTS = AlternatingUpdate(steps=8, parameters=("*w_hat*", "*m_hat*"))
GATES = AlternatingUpdate(steps=2, parameters=("*.gate",))
NAMES = ("0.w_hat_add", "0.m_hat_mul", "0.gate", "1.gate", "1.bias")


def now(updates, step):
    found = taking_part(updates, NAMES, step=torch.tensor(step, dtype=torch.int32))
    assert all(mask.dtype == torch.bool and mask.shape == () for mask in found.values())
    return {name for name, mask in found.items() if mask}


@pytest.mark.parametrize("step", [*range(12), 99_997, 99_998, 99_999, 100_000])
def test_updates_follow_each_other_again_and_again(step):
    expected = {"0.w_hat_add", "0.m_hat_mul"} if step % 10 < 8 else {"0.gate", "1.gate"}
    assert now((WEIGHTS, GATES), step) == expected


def test_a_parameter_may_be_in_several_updates_or_none():
    both = AlternatingUpdate(steps=1, parameters=("0.*",))
    rows = [now((both, GATES, both), step) for step in range(4)]
    first = {"0.w_hat_add", "0.m_hat_mul", "0.gate"}
    assert rows == [first, {"0.gate", "1.gate"}, {"0.gate", "1.gate"}, first]


def test_a_pattern_that_matches_nothing_is_refused():
    check_patterns((WEIGHTS, GATES), NAMES)
    check_patterns((), NAMES)
    with pytest.raises(InvalidValueError, match=r"found '\*\.gate'"):
        check_patterns((WEIGHTS, GATES), NAMES[:2])


@pytest.mark.parametrize("steps", [0, -1, 1.5])
def test_an_update_has_steps(steps):
    with pytest.raises(InvalidValueError, match=r"AlternatingUpdate\.steps: expected a positive"):
        AlternatingUpdate(steps=steps, parameters=("*",))


@pytest.mark.parametrize("parameters", [(), "*gate"])
def test_an_update_has_patterns(parameters):
    with pytest.raises(InvalidValueError, match=r"AlternatingUpdate\.parameters: expected a tuple"):
        AlternatingUpdate(steps=1, parameters=parameters)
