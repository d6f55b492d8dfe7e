import numpy as np
import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.tasks import Chain, Operation

X = [[24.0, 2.0, 3.0], [1.0, 4.0, 5.0]]
EXPECTED = {
    Operation.ADD: [[29.0], [10.0]],
    Operation.SUB: [[19.0], [-8.0]],
    Operation.MUL: [[144.0], [20.0]],
    Operation.DIV: [[4.0], [0.05]],
}


@pytest.mark.parametrize("operation", EXPECTED)
def test_operands_are_taken_from_the_left(operation):
    task = Chain(operation=operation, in_features=3)
    np.testing.assert_allclose(task.target(np.array(X), {}), EXPECTED[operation])
    torch.testing.assert_close(task.target(torch.tensor(X), {}), torch.tensor(EXPECTED[operation]))


def test_one_operand_is_its_own_result():
    task = Chain(operation=Operation.DIV, in_features=1)
    assert task.target(np.array([[3.0]]), {}).tolist() == [[3.0]]


def test_what_cannot_be_chained_is_refused():
    with pytest.raises(InvalidValueError, match="operation should be one of ADD, SUB, MUL, DIV"):
        Chain(operation=Operation.ROOT, in_features=2)
    with pytest.raises(InvalidValueError, match="in_features should be >= 1, found 0"):
        Chain(operation=Operation.ADD, in_features=0)
