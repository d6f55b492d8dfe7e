import pytest
import torch

from nalm import NALU, NALUGate
from nalm.errors import InvalidTypeError


def test_one_gate_serves_all_outputs():
    unit = NALU(2, 3, selection=NALUGate.VECTOR)
    assert unit.gate.shape == (1, 2)
    unit.w_hat.data = torch.tensor([[20.0, 20.0], [20.0, -20.0], [20.0, 20.0]])
    unit.m_hat.data.fill_(20.0)
    x = torch.tensor([6.0, 2.0])
    for gate, expected in ((9.0, [8.0, 4.0, 8.0]), (-9.0, [12.0, 3.0, 12.0])):
        unit.gate.data.fill_(gate)
        assert unit(x).tolist() == pytest.approx(expected)
        assert [float(y) for y in unit.express([6.0, 2.0])] == pytest.approx(expected)


def test_for_one_output_the_gates_are_the_same_unit():
    torch.manual_seed(0)
    matrix = NALU(2, 1)
    torch.manual_seed(0)
    vector = NALU(2, 1, selection=NALUGate.VECTOR)
    x = torch.rand(5, 2)
    torch.testing.assert_close(vector(x), matrix(x), rtol=0, atol=0)


def test_a_word_is_no_option():
    with pytest.raises(InvalidTypeError, match=r"selection: expected one of NALUGate\.MATRIX"):
        NALU(2, 1, selection="vector")
