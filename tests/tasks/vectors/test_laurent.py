import numpy as np
import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.tasks import LaurentPolynomial

TASK = LaurentPolynomial(label="ab/c^2 - 3/b", terms=((1.0, (1, 1, -2)), (-3.0, (0, -1, 0))))


def test_worked_value():
    assert TASK.target(np.array([[2.0, 6.0, 2.0]]), {}).tolist() == [[2.5]]
    assert (TASK.in_features, TASK.out_features, TASK.name) == (3, 1, "ab/c^2 - 3/b")


def test_arrays_and_tensors_agree():
    x = np.random.RandomState(0).uniform(1, 5, size=(4, 5, 3))
    found = TASK.target(torch.tensor(x), {}).numpy()
    np.testing.assert_allclose(found, TASK.target(x, {}), rtol=1e-12)


@pytest.mark.parametrize("terms", [(), ((1.0, ()),), ((1.0, (1,)), (2.0, (1, 1)))])
def test_terms_need_an_exponent_of_every_input(terms):
    with pytest.raises(InvalidValueError, match="terms should hold at least one term"):
        LaurentPolynomial(label="", terms=terms)
