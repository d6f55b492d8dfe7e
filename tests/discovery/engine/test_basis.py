from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery import Dimensions
from nalm.discovery.engine._basis import exponent_basis
from nalm.errors import InvalidValueError

JOULE = (Fraction(1), Fraction(2), Fraction(-2))  # kg m² s⁻²


def dimensions(inputs, target):
    rows = tuple(tuple(Fraction(e) for e in row) for row in inputs)
    return Dimensions(inputs=rows, target=tuple(Fraction(e) for e in target))


def test_without_units_every_exponent_is_free():
    basis, offset = exponent_basis(None, 3)
    assert np.array_equal(basis, np.eye(3))
    assert not offset.any()


def test_units_may_fix_every_exponent():
    basis, offset = exponent_basis(dimensions([[1, 0], [0, 1], [0, -1]], JOULE), 2)
    assert basis.shape == (2, 0)
    assert offset.tolist() == [1.0, 2.0]


def test_inputs_of_one_unit_may_be_divided():
    basis, offset = exponent_basis(dimensions([[1, 1]], [2]), 2)
    assert basis.tolist() == [[-1.0], [1.0]]
    assert offset.tolist() == [2.0, 0.0]


def test_no_product_has_the_unit():
    with pytest.raises(InvalidValueError, match="units: expected inputs of which some product"):
        exponent_basis(dimensions([[1, 0], [0, 1], [0, 0]], JOULE), 2)


@given(data=st.data(), inputs=st.integers(1, 5), units=st.integers(1, 4))
def test_every_choice_of_the_free_exponents_has_the_targets_unit(data, inputs, units):
    number = st.integers(-3, 3)
    system = np.array([[data.draw(number) for _ in range(inputs)] for _ in range(units)])
    truth = np.array([data.draw(number) for _ in range(inputs)])
    target = system @ truth
    basis, offset = exponent_basis(dimensions(system.tolist(), target.tolist()), inputs)
    assert basis.shape == (inputs, inputs - np.linalg.matrix_rank(system))
    z = np.array([data.draw(number) for _ in range(basis.shape[1])])
    assert np.allclose(system @ (basis @ z + offset), target)
