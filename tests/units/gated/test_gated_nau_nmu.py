import pytest
import torch

from nalm import NAU, NMU, GatedNAUNMU, project_


def test_mixes_a_nau_and_an_nmu_with_the_gate():
    unit, nau, nmu = GatedNAUNMU(3, 2), NAU(3, 2), NMU(3, 2)
    nau.weight, nmu.weight = unit.weight_add, unit.weight_mul
    x = torch.tensor([[0.5, -2.0, 3.0], [1.0, 1.0, -1.0]])
    g = torch.sigmoid(x @ unit.gate.T)
    torch.testing.assert_close(unit(x), g * nau(x) + (1 - g) * nmu(x))
    torch.testing.assert_close(unit.penalty(), nau.penalty() + nmu.penalty())
    worst = max(nau.sparsity_error(), nmu.sparsity_error())
    assert unit.sparsity_error() == worst


def test_each_path_has_the_interval_of_its_unit():
    unit = GatedNAUNMU(3, 2)
    for parameter in unit.parameters():
        parameter.data.fill_(-7.0)
    project_(unit)
    assert set(unit.weight_add.flatten().tolist()) == {-1}
    assert set(unit.weight_mul.flatten().tolist()) == {0}
    assert set(unit.gate.flatten().tolist()) == {-7}


@pytest.mark.parametrize("side, y", [(20.0, 7.0), (-20.0, 12.0), (0.0, 9.5)])
def test_pinned_value(side, y):
    unit = GatedNAUNMU(2, 1)
    for weight in (unit.weight_add, unit.weight_mul):
        weight.data.fill_(1.0)
    unit.gate.data.fill_(side)
    assert unit(torch.tensor([3.0, 4.0])).item() == pytest.approx(y)
