import pytest
import torch

from nalm import NMRU, NMRUVariant
from nalm.errors import InvalidTypeError


def with_weight(rows, **options):
    unit = NMRU(len(rows[0]) // 2, len(rows), **options)
    unit.weight.data = torch.tensor(rows)
    return unit


def test_variants():
    x = torch.tensor([-2.0])
    vanilla = with_weight([[0.5, 0.0]], variant=NMRUVariant.VANILLA)
    assert vanilla(x).item() == pytest.approx(-0.5)
    paper = with_weight([[0.5, 0.0]])
    assert paper(x).item() == pytest.approx(0, abs=1e-6)
    gated = with_weight([[1.0, 0.0]], variant=NMRUVariant.GATED)
    assert gated(x).item() == pytest.approx(-1.0)
    assert gated.gate.tolist() == [0.5, 0.5]
    assert dict(gated.constraints) == {"weight": (0.0, 1.0), "gate": (0.0, 1.0)}
    assert dict(paper.constraints) == {"weight": (0.0, 1.0)}


def test_a_string_is_not_a_variant():
    with pytest.raises(InvalidTypeError, match=r"variant: expected one of NMRUVariant.PAPER"):
        NMRU(2, 1, variant="vanilla")
