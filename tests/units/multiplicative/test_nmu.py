import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from nalm import NMU, NMUClip, ProductForm, project_
from nalm.errors import InvalidTypeError
from tests._tiers import examples


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


@examples(50)
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


def test_clipping_in_the_equation_leaves_the_weight_outside_without_a_gradient():
    unit = with_weight([[1.5, -0.5, 0.5]], clip=NMUClip.EQUATION)
    y = unit(torch.tensor([3.0, 7.0, 2.0]))
    assert y.item() == 3 * 1.5
    y.backward()
    assert unit.weight.grad[0, :2].tolist() == [0, 0]
    assert unit.weight.grad[0, 2] == 3
    project_(unit)
    assert unit.weight.tolist() == [[1.5, -0.5, 0.5]]
    assert unit.sparsity_error() == 0.5
    assert unit.express([3.0, 7.0, 2.0]) == [4.5]


def test_inside_the_interval_both_clippings_are_one():
    x = torch.tensor([3.0, -7.0])
    weight = [[0.25, 0.75]]
    assert with_weight(weight)(x) == with_weight(weight, clip=NMUClip.EQUATION)(x)


def test_a_word_is_no_clipping():
    with pytest.raises(InvalidTypeError, match="clip"):
        NMU(2, 1, clip="step")
