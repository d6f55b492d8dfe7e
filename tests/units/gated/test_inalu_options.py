import torch

from nalm import INALU, INALUGate


def test_a_free_gate_does_not_see_the_inputs_and_the_other_does():
    free, seeing = INALU(2, 3), INALU(2, 3, selection=INALUGate.INPUT)
    assert free.gate.shape == (3,)
    assert seeing.gate.shape == (3, 2)


def test_an_input_gate_chooses_by_the_sign_of_its_input():
    unit = INALU(2, 1, selection=INALUGate.INPUT).double()
    for name, parameter in unit.named_parameters():
        if name != "gate":
            parameter.data.fill_(40.0)  # A = M = 1: sum and product
    unit.gate.data = torch.tensor([[100.0, 0.0]], dtype=torch.float64)
    x = torch.tensor([[2.0, 3.0], [-2.0, 3.0]], dtype=torch.float64)
    torch.testing.assert_close(unit(x)[:, 0], torch.tensor([5.0, -6.0], dtype=torch.float64))


def test_a_gate_of_zeros_takes_the_mean_of_both_paths():
    torch.manual_seed(0)
    free, seeing = INALU(2, 1), INALU(2, 1, selection=INALUGate.INPUT)
    seeing.load_state_dict({**free.state_dict(), "gate": torch.zeros(1, 2)})
    free.gate.data.zero_()
    x = torch.tensor([[0.5, -2.0], [3.0, 1.5]])
    torch.testing.assert_close(seeing(x), free(x))
