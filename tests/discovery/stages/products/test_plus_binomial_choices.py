import numpy as np
import pytest

from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.stages.products._binomials import dictionary
from nalm.discovery.stages.products._plus_binomial_choices import KEPT, best_plus_binomial
from nalm.discovery.stages.products._working_response import working_response
from tests.discovery._laws import table

LIMITS = Limits(largest=6.0)
LAWS = {  # with u, and with R or 1/R and q
    "root": (lambda a, b: b / np.sqrt(1 + a**2) + 2 / a, [-1, 0], [2, 0], -0.5),
    "quotient": (lambda a, b: a * b + 3 * a / (a + 2 * b), [1, 1], [1, -1], -1),
    "subtracted": (lambda a, b: 9 * a * (1 + a / b) ** 2 - b, [0, 1], [1, -1], 2),
    "constant": (lambda a, b: 4 + b * np.sqrt(a + b**2), [0, 0], [1, -2], 0.5),
}


def choices(data, *, values=None, limits=LIMITS):
    response = working_response(data, data.y if values is None else values)
    binomials = dictionary(response.logs, response.negative)
    return best_plus_binomial(binomials, response, limits=limits), binomials, response


@pytest.mark.parametrize("name", LAWS)
def test_the_law_is_among_the_choices(name):
    law, u, e, q = LAWS[name]
    data = table(law, [(1, 4)] * 2, rows=300, constant=0.01)
    near = law(*data.x.T) * (1 + 0.01 * np.sin(3 * data.x).mean(axis=1))
    found, binomials, _ = choices(data, values=near)
    exponents = binomials.exponents[found.column]
    one_way = (np.abs(exponents - e).sum(axis=1) == 0) | (np.abs(exponents + e).sum(axis=1) == 0)
    assert ((found.product == u).all(axis=1) & one_way & (found.power == q)).any()
    assert len(found.size) <= KEPT


def test_a_product_that_changes_the_sign_of_the_rest_is_none():
    """Both inputs are positive, and a product with a binomial is of one sign then."""
    data = table(lambda a, b: a * b, [(1, 4)] * 2, rows=100)
    found, _, response = choices(data)
    beside = np.exp(response.logs @ found.product.T)
    positive = (response.values[:, None] > found.size * beside).mean(axis=0)
    assert (np.maximum(positive, 1 - positive) > 0.89).all()


def test_an_input_of_both_signs_has_no_root():
    data = table(lambda a, b: a * b + 3 * a / (1 + b), [(-3, 3), (1, 4)], rows=200)
    found, binomials, _ = choices(data)
    assert len(found.size)
    assert (found.product[:, 0] % 1 == 0).all()
    assert (binomials.exponents[found.column][:, 0] % 1 == 0).all()


def test_it_ends_when_the_time_is_up():
    data = table(lambda a, b: a + b, [(1, 4)] * 2, rows=100)
    with pytest.raises(TimeIsUpError):
        choices(data, limits=Limits(largest=6.0, budget=Budget(end=0.0)))
