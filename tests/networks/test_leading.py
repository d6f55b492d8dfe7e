import torch

from nalm.networks import LeadingInputs


def test_only_the_first_inputs_are_passed_on():
    x = torch.arange(12.0).reshape(2, 2, 3)
    assert torch.equal(LeadingInputs(2)(x), x[..., :2])
