import pytest
import torch

from nalm import NMU, NRU, SPU
from nalm.testing._subject import Subject, assert_close, global_seed, require


def test_inputs_have_both_signs_and_avoid_zero_and_one():
    x = Subject(NMU, 4, 1).inputs(100)
    assert (x > 0).any()
    assert (x < 0).any()
    assert x.abs().min() > 1.1


def test_discrete_covers_the_interval():
    assert sorted(Subject(NRU, 3, 1).discrete().weight[0].tolist()) == [-1, 0, 1]


def test_discrete_outputs_differ_so_that_a_formula_that_swaps_them_is_noticed():
    unit = Subject(SPU, 3, 2).discrete()
    first, second = unit(Subject(SPU, 3, 2).inputs())
    assert (unit.multiply != unit.divide).any()
    assert first != second


def test_global_seed_restores_the_state():
    before = torch.get_rng_state()
    with global_seed(3):
        torch.rand(2)
    assert torch.equal(before, torch.get_rng_state())


def test_messages():
    with pytest.raises(AssertionError, match="Cats differ"):
        assert_close(torch.tensor(1.0), torch.tensor(2.0), what="Cats")
    with pytest.raises(AssertionError, match="so"):
        require(False, "so")


def test_names():
    assert Subject(NMU, 1, 1).name == "NMU"
