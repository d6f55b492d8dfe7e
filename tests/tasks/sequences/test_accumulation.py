import numpy as np
import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.tasks import Accumulation, Accumulator


@pytest.mark.parametrize(
    ("accumulator", "expected"),
    [(Accumulator.SUM, [2.0, 5.0, 9.0]), (Accumulator.PRODUCT, [2.0, 6.0, 24.0])],
)
def test_the_last_inputs_are_accumulated(accumulator, expected):
    task = Accumulation(accumulator=accumulator, in_features=5, out_features=3)
    x = np.array([[9.0, 9.0, 2.0, 3.0, 4.0]])
    assert task.target(x, task.instance(3)).tolist() == [expected]
    assert task.target(torch.from_numpy(x), {}).tolist() == [expected]
    assert task.name == accumulator.value


def test_fewer_inputs_than_outputs_are_refused():
    with pytest.raises(InvalidValueError, match="at least 3"):
        Accumulation(accumulator=Accumulator.SUM, in_features=2, out_features=3)
