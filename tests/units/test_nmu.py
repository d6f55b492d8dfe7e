import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from nalm import NMU, ProductForm
from nalm.errors import InvalidTypeError


def with_weight(rows, **options):
    unit = NMU(len(rows[0]), len(rows), **options)
    unit.weight.data = torch.tensor(rows)
    return unit


@pytest.mark.parametrize("form", list(ProductForm))
def test_selects_what_it_multiplies(form):
    unit = with_weight([[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]], form=form)
    assert unit(torch.tensor([-2.0, 9.0, 3.0])).tolist() == [-6.0, 1.0]


def test_forms_differ_only_below_the_precision():
    x = torch.tensor([1e-9])
    assert with_weight([[1.0]])(x).item() == 0
    assert with_weight([[1.0]], form=ProductForm.EXACT)(x).item() == x.item()


@settings(deadline=None, max_examples=50)
@given(
    st.lists(st.floats(-4, 4), min_size=3, max_size=3),
    st.lists(st.floats(0, 1), min_size=3, max_size=3),
)
def test_equals_the_equation_in_numpy(x, w):
    unit = NMU(3, 1).double()
    unit.weight.data = torch.tensor([w], dtype=torch.float64)
    expected = np.prod(np.array(w) * np.array(x) + 1 - np.array(w))
    found = unit(torch.tensor(x, dtype=torch.float64)).item()
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_initial_weights_are_between_a_quarter_and_three():
    weight = NMU(100, 10).weight
    assert 0.25 <= weight.min() < 0.26
    assert 0.74 < weight.max() <= 0.75


def test_penalty_and_sparsity_error():
    unit = with_weight([[0.25, 0.5], [1.0, -0.25]])
    assert unit.penalty().item() == pytest.approx(0.25)
    assert unit.sparsity_error().item() == 0.5


def test_pinned_value():
    unit = with_weight([[0.3, 0.9]])
    assert unit(torch.tensor([2.0, -3.0])).item() == pytest.approx(1.3 * -2.6)


def test_a_string_is_not_an_option():
    with pytest.raises(InvalidTypeError, match=r"form: expected one of ProductForm.LEFT_TO_RIGHT"):
        NMU(2, 1, form="exact")
