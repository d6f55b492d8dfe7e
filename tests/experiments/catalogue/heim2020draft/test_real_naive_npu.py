import numpy as np
import torch
from torch.func import functional_call, vmap

from nalm.experiments.catalogue._heim2020draft._real_naive_npu import RealNaiveNPU
from nalm.units import NaiveNPU


def test_it_is_the_naive_unit_without_imaginary_weights():
    unit, naive = RealNaiveNPU(3, 2), NaiveNPU(3, 2)
    naive.weight_real.data = unit.weight.data
    x = torch.tensor(np.random.RandomState(0).uniform(-2, 2, (20, 3)), dtype=torch.float32)
    torch.testing.assert_close(unit(x), naive(x))


def test_weights_are_drawn_after_glorot():
    weight = RealNaiveNPU(100, 50).weight
    assert 0.19 < weight.max() <= 0.2
    assert -0.2 <= weight.min() < -0.19


def test_a_cohort_is_its_runs():
    unit = RealNaiveNPU(2, 1)
    weights, x = torch.randn(4, 1, 2), torch.randn(4, 5, 2)
    together = vmap(lambda w, x: functional_call(unit, {"weight": w}, (x,)))(weights, x)
    for run in range(4):
        alone = functional_call(unit, {"weight": weights[run]}, (x[run],))
        torch.testing.assert_close(together[run], alone)
