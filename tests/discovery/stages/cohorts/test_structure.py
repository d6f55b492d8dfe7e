from fractions import Fraction

import pytest
import torch

from nalm.discovery.stages.cohorts._model import unflatten
from nalm.discovery.stages.cohorts._structure import Structure
from tests.discovery._prepared import STRUCTURES


@pytest.mark.parametrize("structure", STRUCTURES, ids=str)
def test_counts_what_the_model_takes_and_solves_for(structure):
    count = structure.parameters(3) - structure.terms
    value = unflatten(torch.arange(2.0 * count).reshape(2, count), structure, features=3)
    assert torch.equal(value.flat().flatten(), torch.arange(2.0 * count))
    assert value.outer.shape == (2, structure.terms, 3)
    assert value.inner.shape == (2, structure.inner, 3)


def test_each_inner_product_has_an_owner():
    structure = Structure(1, (3, 2))
    assert structure.inner == 3
    assert structure.owners == (0, 0, 1)


def test_each_inner_sum_belongs_to_a_product():
    assert Structure(3, (3, 2)).hosts == (2, 2)
    assert Structure(3, (3, 2), apart=True).hosts == (2, 1)


def test_is_said_in_words():
    assert str(Structure(1)) == "1 product"
    assert str(Structure(2, (3,))) == "2 products, sum of 3"
    assert str(Structure(1, (3, 2))) == "1 product, sums of 3 and 2"
    assert str(Structure(2, (2, 2), apart=True)) == "2 products, sums of 2 and 2 apart"
    assert str(Structure(2, (2,), power=Fraction(-1, 2))) == "(2 products, sum of 2)^(-1/2)"
