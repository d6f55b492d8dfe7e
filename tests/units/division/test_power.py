import pytest
import torch

from nalm import Clip, Discretise, RealNPU, project_


def with_weight(weight, gate, **options):
    unit = RealNPU(len(gate), len(weight), **options)
    unit.weight.data, unit.gate.data = torch.tensor(weight), torch.tensor(gate)
    return unit


@pytest.mark.parametrize(
    ("clip", "weight", "gate"),
    [
        (Clip.NONE, [[3.0, -3.0]], [2.0, -1.0]),
        (Clip.GATE, [[3.0, -3.0]], [1.0, 0.0]),
        (Clip.WEIGHT, [[1.0, -1.0]], [2.0, -1.0]),
        (Clip.BOTH, [[1.0, -1.0]], [1.0, 0.0]),
    ],
)
def test_clip(clip, weight, gate):
    unit = with_weight([[3.0, -3.0]], [2.0, -1.0], clip=clip)
    project_(unit)
    assert unit.weight.tolist() == weight
    assert unit.gate.tolist() == gate


@pytest.mark.parametrize(
    ("discretise", "expected"),
    [
        (Discretise.NONE, 0.0),
        (Discretise.GATE, 0.3),
        (Discretise.WEIGHT, 0.55),
        (Discretise.BOTH, 0.85),
        (Discretise.WEIGHT_OR_ZERO, 0.15),
        (Discretise.BOTH_OR_ZERO, 0.45),
    ],
)
def test_discretise(discretise, expected):
    unit = with_weight([[0.0, -0.8], [1.2, 0.2]], [0.8, 0.4], discretise=discretise)
    assert unit.penalty().item() == pytest.approx(expected)
