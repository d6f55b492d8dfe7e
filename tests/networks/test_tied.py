from functools import partial

import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.networks import stack, tied
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.training import Recipe, Run, Trainer
from nalm.units import INALU, NALU, NALUWeights

TIES = (("w_hat_mul", "w_hat"), ("m_hat_mul", "m_hat"))
SEPARATE = partial(NALU, 2, 1, weights=NALUWeights.SEPARATE)


def test_tied_paths_are_the_unit_with_shared_weights():
    network, shared = tied(SEPARATE, ties=TIES), NALU(2, 1)
    shared.load_state_dict({name: value.data for name, value in network.named_parameters()})
    x = torch.rand(5, 2)
    torch.testing.assert_close(network(x), shared(x))


def test_a_tied_network_trains_with_one_parameter_for_both_places():
    ties = (("0.w_hat_mul", "0.w_hat_add"), ("0.m_hat_mul", "0.m_hat_add"))
    run = Run(
        network=partial(tied, partial(stack, partial(INALU, 2, 1)), ties=ties),
        task=SingleModuleTask(operation=Operation.ADD),
        interpolation=Range.interval(1, 2),
        extrapolation=Range.interval(2, 3),
        recipe=Recipe(iterations=5, evaluate_every=5, evaluation_rows=10),
        seed=0,
    )
    trainer = Trainer([run], compile=False)
    initial = trainer.outcomes()[0].parameters
    list(trainer)
    final = trainer.outcomes()[0].parameters
    assert set(final) == {"0.w_hat_add", "0.m_hat_add", "0.gate"}
    assert all((final[name] != initial[name]).any() for name in final)


def test_the_gradient_of_a_tied_parameter_is_the_sum_over_its_places():
    separate, network = SEPARATE(), tied(SEPARATE, ties=TIES)
    with torch.no_grad():
        for name, value in separate.named_parameters():
            value.copy_(getattr(network, name))
    x = torch.rand(5, 2)
    separate(x).sum().backward()
    network(x).sum().backward()
    torch.testing.assert_close(network.w_hat.grad, separate.w_hat.grad + separate.w_hat_mul.grad)


@pytest.mark.parametrize("tie", [("w_hat_div", "w_hat"), ("w_hat", "0.w_hat")])
def test_an_unknown_name_is_refused(tie):
    with pytest.raises(InvalidValueError, match="ties: expected names of parameters, one of"):
        tied(SEPARATE, ties=(tie,))


def test_parameters_of_different_shapes_are_refused():
    with pytest.raises(InvalidValueError, match="ties: expected parameters of one shape"):
        tied(partial(NALU, 2, 1, gate_bias=True), ties=(("bias", "gate"),))


def test_a_chain_of_ties_is_refused():
    """The first place would keep a parameter that nothing else has any more."""
    twice = partial(NALU, 2, 2)
    with pytest.raises(InvalidValueError, match="ties: expected sources that are not tied"):
        tied(twice, ties=(("m_hat", "w_hat"), ("w_hat", "gate")))
