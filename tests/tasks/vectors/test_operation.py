import math

import numpy as np
import pytest
import torch

from nalm.tasks import Operation

EXACT = {
    Operation.ADD: 5.0,
    Operation.SUB: 3.0,
    Operation.MUL: 4.0,
    Operation.DIV: 4.0,
    Operation.SQUARED: 16.0,
    Operation.CUBED: 64.0,
    Operation.ROOT: 2.0,
    Operation.RECIPROCAL: 0.25,
}
each = pytest.mark.parametrize("operation", Operation)


@each
def test_exact_values(operation):
    assert operation.evaluate([4.0, 1.0]) == EXACT[operation]


@each
def test_numpy_and_torch_agree_exactly(operation):
    """But for the root, whose last bit torch's vector library rounds as the processor has it."""
    a, b = np.random.RandomState(0).uniform(0.1, 6, (2, 100))
    expected = operation.evaluate([a, b])
    found = operation.evaluate([torch.tensor(a), torch.tensor(b)])
    last_bits = 1 if operation is Operation.ROOT else 0
    np.testing.assert_array_max_ulp(found.numpy(), expected, maxulp=last_bits)


@each
def test_formula_names_the_operands_it_needs(operation):
    assert ("b" in operation.expression) == (operation.operands == 2)


def test_sum_and_product_use_every_operand():
    assert Operation.ADD.evaluate([1.0, 2.0, 4.0]) == 7.0
    assert Operation.MUL.evaluate([2.0, 3.0, 4.0]) == 24.0


def test_impossible_values_are_silent():
    zero, minus = np.array(0.0), np.array(-1.0)
    assert Operation.DIV.evaluate([minus, zero]) == -math.inf
    assert np.isnan(Operation.ROOT.evaluate([minus]))


def test_names_are_the_literatures():
    words = ["add", "sub", "mul", "div", "squared", "root", "reciprocal", "cubed"]
    assert [operation.value for operation in Operation] == words
