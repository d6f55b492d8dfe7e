import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.numerics._exponents import costs
from nalm.discovery.stages.products._neat_products import neat_products

SIZES = [(1.0, 2.0, 0.5), (1.0, 2.0)]


@given(st.lists(st.booleans(), min_size=1, max_size=6))
def test_every_product_is_there_once_and_the_briefest_first(signed):
    found = neat_products(np.array(signed), SIZES)
    assert len(np.unique(found, axis=0)) == len(found)
    assert (np.diff(costs(found).sum(axis=1)) >= 0).all()
    inputs = len(signed)
    one = sum(4 if each else 6 for each in signed)
    assert len(found) == one + 16 * inputs * (inputs - 1) // 2


def test_what_is_negative_somewhere_has_no_root():
    found = neat_products(np.array([True, False]), SIZES)
    assert (found[:, 0] % 1 == 0).all() and (found[:, 1] % 1 != 0).any()


def test_of_many_inputs_only_products_of_few_are_listed():
    sizes = [(1.0,), (1.0, 2.0)]
    few, many = (neat_products(np.zeros(n, dtype=bool), sizes) for n in (80, 120))
    assert [(each != 0).sum(axis=1).max() for each in (few, many)] == [2, 1]
    assert len(many) == 240
