import itertools

import pytest
import torch

from nalm import Clip, Discretise, PowerInit, RealNPU, project_


def with_weight(weight, gate, **options):
    unit = RealNPU(len(gate), len(weight), **options)
    unit.weight.data, unit.gate.data = torch.tensor(weight), torch.tensor(gate)
    return unit


@pytest.mark.parametrize("signs", list(itertools.product((1.0, -1.0), repeat=2)))
def test_gold_weights_divide(signs):
    a, b = 3.0 * signs[0], 7.0 * signs[1]
    x = torch.tensor([a, b])
    assert with_weight([[1.0, -1.0]], [1.0, 1.0])(x).item() == pytest.approx(a / b, rel=1e-5)
    assert with_weight([[-1.0, 1.0]], [1.0, 0.0])(x).item() == pytest.approx(1 / a, rel=1e-5)


def test_phase_belongs_to_negative_inputs():
    # Some prints invert it; two sign flips hide that from a test of multiplication.
    assert with_weight([[0.5]], [1.0])(torch.tensor([4.0])).item() == pytest.approx(2)
    assert with_weight([[1.0]], [1.0])(torch.tensor([-3.0])).item() == pytest.approx(-3)


def test_stored_gate_may_leave_the_interval_inside_the_equation():
    unit = with_weight([[1.0, 7.0]], [2.0, -1.0])
    assert unit(torch.tensor([-2.0, 3.0])).item() == pytest.approx(-2)
    project_(unit)
    assert unit.gate.tolist() == [2.0, -1.0]


def test_baseline_and_modified_differ_in_every_option():
    baseline, modified = RealNPU(2, 1), RealNPU.modified(2, 1)
    assert (baseline.clip, modified.clip) == (Clip.NONE, Clip.BOTH)
    assert (baseline.discretise, modified.discretise) == (Discretise.NONE, Discretise.BOTH)
    assert baseline.init is PowerInit.XAVIER_UNIFORM
    assert modified.init is PowerInit.CONSTRAINED
    assert dict(baseline.constraints) == {}


def test_initial_values():
    assert RealNPU(2, 1).gate.tolist() == [0.5, 0.5]
    assert RealNPU.modified(2, 1).weight.abs().max() <= 0.5
    many = torch.cat([RealNPU(2, 1).weight for _ in range(200)])
    assert 1.3 < many.abs().max() <= 2**0.5


def test_without_epsilon_zero_has_no_reciprocal():
    weight = [[-1.0]]
    assert with_weight(weight, [1.0])(torch.tensor([0.0])).item() == pytest.approx(2.0**23)
    assert with_weight(weight, [1.0], epsilon=0)(torch.tensor([0.0])).isinf().all()


def test_pinned_value():
    y = with_weight([[0.5, -1.0]], [0.5, 1.0])(torch.tensor([4.0, -2.0])).item()
    assert y == pytest.approx(-(2.5**0.5) / 2)
