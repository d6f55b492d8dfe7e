import numpy as np
import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.tasks import NestedEML

DEPTH_4 = NestedEML(nesting=("1", (("1", ("x", "y")), "1")))
DEPTH_6 = NestedEML(nesting=("1", ((("1", (("x", "y"), "1")), "1"), "1")))
X = np.random.RandomState(0).uniform(1, 3, size=(50, 2))


def test_nestings_are_the_published_functions():
    x, y = X.T
    np.testing.assert_allclose(DEPTH_4.target(X, {})[:, 0], np.log(np.exp(x) - np.log(y)))
    expected = np.e - y * np.exp(np.e - np.exp(x))
    np.testing.assert_allclose(DEPTH_6.target(X, {})[:, 0], expected, rtol=1e-7)
    assert not DEPTH_6.target(X, {})[:, 1].any()
    assert (DEPTH_4.depth, DEPTH_6.depth) == (4, 6)


def test_arrays_and_tensors_agree():
    found = DEPTH_6.target(torch.tensor(X), {}).numpy()
    np.testing.assert_allclose(found, DEPTH_6.target(X, {}), rtol=1e-12)


def test_there_is_no_value_where_a_logarithm_has_none():
    assert np.isnan(NestedEML(nesting=("x", "y")).target(np.array([1.0, -1.0]), {})).all()


def test_name():
    assert NestedEML(nesting=("1", ("y", "x"))).name == "eml(1, eml(y, x))"


@pytest.mark.parametrize("nesting", ["z", ("x",), ("x", "y", "1"), ("1", ("x", 1))])
def test_other_parts_are_refused(nesting):
    with pytest.raises(InvalidValueError, match="nesting should be made of"):
        NestedEML(nesting=nesting)
