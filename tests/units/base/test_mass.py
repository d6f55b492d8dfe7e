import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from nalm.units._base._mass import fill_mass_, junction_weight, mass_penalty

sizes = st.integers(1, 5)


@given(sizes, sizes, st.integers(0, 2**31))
def test_each_input_is_shared_out_whole(inputs, outputs, seed):
    r = torch.randn(outputs, inputs, generator=torch.Generator().manual_seed(seed))
    J = junction_weight(r)
    assert J.shape == r.shape and (J >= 0).all()
    assert J.sum(0) == pytest.approx(torch.ones(inputs))


@given(sizes, sizes)
def test_it_begins_orthogonal_or_with_the_identity(inputs, outputs):
    r, w, b = torch.empty(outputs, inputs), torch.empty(outputs), torch.ones(outputs)
    fill_mass_(r, w=w, b=b, generator=torch.Generator().manual_seed(0))
    small = r @ r.T if outputs <= inputs else r.T @ r
    assert small == pytest.approx(torch.eye(min(inputs, outputs)), abs=1e-5)
    assert inputs != outputs or torch.equal(r, torch.eye(inputs))
    assert float(w.norm()) == pytest.approx(1)
    assert not b.any()


def test_the_gate_of_one_output_begins_at_either_sign():
    gates = set()
    for seed in range(20):
        w = torch.empty(1)
        generator = torch.Generator().manual_seed(seed)
        fill_mass_(torch.empty(1, 2), w=w, b=torch.empty(1), generator=generator)
        gates.add(round(w.item(), 5))
    assert gates == {-1.0, 1.0}


def test_the_penalty_is_less_the_larger_a_parameter_is():
    r, w, b = torch.tensor([[1.0, 3.0]]), torch.tensor([2.0]), torch.tensor([-1.0])
    assert mass_penalty(r, w=w, b=b).item() == -(5 + 4 + 1)
