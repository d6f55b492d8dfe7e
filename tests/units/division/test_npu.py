import pytest
import torch

from nalm import NPU, Clip, Discretise, PowerInit, project_


def with_weight(real, gate, imaginary=(0.0, 0.0), **options):
    unit = NPU(2, 1, **options).double()
    unit.weight_real.data = torch.tensor([real], dtype=torch.float64)
    unit.weight_imag.data = torch.tensor([imaginary], dtype=torch.float64)
    unit.gate.data = torch.tensor(gate, dtype=torch.float64)
    return unit


@pytest.mark.parametrize(
    ("real", "gate", "imaginary", "expected"),
    [
        ((0.7, -0.3), (0.8, 0.4), (0.2, 0.1), -0.2730385),
        ((1.0, 1.0), (0.5, 0.5), (0.0, 0.0), 0),
        ((1.0, 7.0), (1.0, 0.0), (0.0, 0.0), -2),
    ],
)
def test_published_vectors(real, gate, imaginary, expected):
    unit = with_weight(real, gate, imaginary)
    x = torch.tensor([-2.0, 3.0], dtype=torch.float64)
    assert unit(x).item() == pytest.approx(expected, abs=1e-6)
    formula = complex(unit.express(x.tolist())[0])
    assert formula.real == pytest.approx(expected, abs=1e-6)
    assert formula.imag == pytest.approx(0, abs=1e-12)


def test_clip_of_the_imaginary_weight():
    for clip, expected in ((Clip.BOTH, [[2.0, -3.0]]), (Clip.ALL, [[1.0, -1.0]])):
        unit = with_weight((4.0, 0.0), (2.0, 0.5), (2.0, -3.0), clip=clip)
        project_(unit)
        assert unit.weight_imag.tolist() == expected
        assert unit.weight_real.tolist() == [[1.0, 0.0]]
        assert unit.gate.tolist() == [1.0, 0.5]


def test_penalty_of_the_imaginary_weight_is_a_sum():
    options = {"clip": Clip.ALL, "discretise": Discretise.BOTH}
    unit = with_weight((0.5, 1.0), (0.5, 1.0), (0.25, -0.5), **options)
    assert unit.penalty().item() == pytest.approx(0.25 + 0.25 + 0.75)
    assert NPU(2, 1).penalty().item() == 0


def test_modified():
    unit = NPU.modified(2, 1)
    assert (unit.clip, unit.discretise) == (Clip.ALL, Discretise.BOTH)
    assert unit.init is PowerInit.CONSTRAINED


def test_initial_values():
    unit = NPU(3, 2)
    assert unit.weight_imag.abs().max() == 0
    assert unit.gate.tolist() == [0.5] * 3
