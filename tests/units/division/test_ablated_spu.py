from functools import partial

import pytest
import torch

from nalm import SPU
from nalm.testing import check_unit
from nalm.units import AblatedSPU, SignRule


@pytest.mark.parametrize("rule", list(SignRule))
@pytest.mark.parametrize("single", [True, False])
def test_keeps_a_units_promises(rule, single):
    check_unit(
        partial(AblatedSPU, sign=rule, single=single),
        formula=rule is not SignRule.PHASE,
        true_gradients=False,
    )


@pytest.mark.parametrize("training", [True, False])
def test_is_the_spu_if_nothing_is_left_out(training):
    torch.manual_seed(0)
    whole, ablated = SPU(3, 2).train(training), AblatedSPU(3, 2).train(training)
    ablated.load_state_dict(whole.state_dict())
    x = torch.randn(20, 3)
    assert torch.equal(ablated(x), whole(x))
    assert torch.equal(ablated.penalty(), whole.penalty())


@pytest.mark.parametrize("rule", list(SignRule))
def test_whole_exponents_divide(rule):
    unit = AblatedSPU(2, 1, sign=rule, single=True).eval()
    unit.multiply.data = torch.tensor([[1.0, -1.0]])
    if unit.sign is not None:
        unit.sign.data.fill_(1)
    for a, b in [(3.0, 2.0), (-3.0, 2.0), (3.0, -2.0), (-3.0, -2.0)]:
        assert unit(torch.tensor([a, b])).item() == pytest.approx(a / b)


@pytest.mark.parametrize("rule", [SignRule.PARITY, SignRule.PHASE])
def test_half_an_exponent_hides_or_halves_the_sign(rule):
    """Where a weight has to cross 1/2, a negative input gives 0: what P is for."""
    unit = AblatedSPU(1, 1, sign=rule, single=True).eval()
    unit.multiply.data.fill_(0.5)
    assert unit(torch.tensor([-4.0])).item() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("inputs", [1, 2, 5])
def test_it_starts_where_the_spu_may_be(inputs):
    unit = AblatedSPU(inputs, 40)
    for name, (low, high) in unit.constraints.items():
        values = unit.get_parameter(name)
        assert ((low <= values) & (values <= high)).all()


def test_gradients_of_a_phase_are_divided_by_the_mean_square_of_the_output_too():
    torch.manual_seed(0)
    x = -1 - torch.rand(64, 2)
    gradients = []
    for scale in (1.0, 1e3):
        unit = AblatedSPU(2, 1, sign=SignRule.PHASE, single=True)
        unit.multiply.data = torch.tensor([[0.9, 0.8]])
        y = unit(scale * x)
        # A relative error of one in a hundred moves the weights alike at every scale.
        (0.01 * y.detach() * y).mean().backward()
        gradients.append(unit.multiply.grad)
    phase = gradients[1] - gradients[0]
    assert phase.abs().max() < 1
