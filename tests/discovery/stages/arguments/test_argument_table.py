import numpy as np
import pytest

from nalm.discovery.stages.arguments._argument_table import PRODUCTS, SUMS, ArgumentTable
from nalm.discovery.stages.arguments._arguments import Argument

X = np.random.default_rng(0).uniform(1, 3, (40, 4))
TABLES = {"products": ArgumentTable.of_products, "sums": ArgumentTable.of_sums}


def arguments(table):
    return [table.argument(k) for k in range(len(table.places))]


@pytest.mark.parametrize("kind", TABLES)
def test_each_argument_is_what_its_row_says(kind):
    table = TABLES[kind](X)
    values, cost = table.values(X), table.cost
    for number, one in enumerate(arguments(table)):
        assert one.values(X) == pytest.approx(values[:, number])
        assert one.cost == pytest.approx(cost[number])


@pytest.mark.parametrize("kind", TABLES)
def test_none_is_listed_twice(kind):
    found = arguments(TABLES[kind](X))
    assert len(set(found)) == len(found) > 100


@pytest.mark.parametrize(
    ("outer", "added"),
    [
        ((0, 0, 0, 0), (((1, 1, 0, 0), 1), ((0, 0, 1, 1), -1))),
        ((0, 0, 0, 0), (((1, 0, 0, -1), 1), ((0, 1, -1, 0), 1))),
        ((0, 0, 0, -1), (((1, 0, 0, 0), 1), ((0, 1, 1, 0), -1))),
        ((0, 0, 0, 0), (((1, 0, 0, 0), 1), ((0, 1, 0, 0), -1), ((0, 0, 1, 1), 1))),
    ],
)
def test_phases_of_waves_are_sums(outer, added):
    assert Argument(exponents=outer, added=added) in arguments(ArgumentTable.of_sums(X))


def test_the_argument_of_a_terminal_velocity_is_a_product():
    """The 741st by its length, of four inputs."""
    wanted = Argument(exponents=(-0.5, 0.5, 0.5, 1.0))
    assert wanted in arguments(ArgumentTable.of_products(X))


def test_no_input_is_in_two_products_of_a_sum():
    for one in arguments(ArgumentTable.of_sums(X)):
        used = np.array([one.exponents, *(exponents for exponents, _ in one.added)]) != 0
        assert used.sum(axis=0).max() == 1


def test_what_varies_much_more_is_not_added():
    found = arguments(ArgumentTable.of_sums(X[:, :2] * [1, 1e5]))
    assert found == []


@pytest.mark.parametrize("kind", TABLES)
def test_every_argument_has_a_value_where_inputs_have_both_signs_and_zeros(kind):
    x = X * [1, -1, 1, 1] - [2, 0, 0, 0]
    x[3, 0] = 0
    assert np.isfinite(TABLES[kind](x).values(x)).all()


@pytest.mark.parametrize("inputs", [1, 2, 12, 40])
def test_of_many_inputs_the_shortest_are_listed(inputs):
    x = np.random.default_rng(1).uniform(1, 3, (30, inputs))
    assert len(ArgumentTable.of_products(x).places) <= PRODUCTS
    assert len(ArgumentTable.of_sums(x).places) <= 4 * SUMS


def test_two_inputs_have_any_coefficients():
    phases = np.array([(1.0, -2.0), (0.5, 3.0)])
    table = ArgumentTable.of_two(X, phases)
    assert len(table.places) == 6 * 2
    first = table.argument(0)
    a, b = X[:, :2].T
    assert first.values(X) == pytest.approx(a / np.ptp(a) - 2 * b / np.ptp(b))
    assert first.cost > Argument(exponents=(0.0,) * 4, added=first.added[:1]).cost
    assert table.cost[0] == pytest.approx(first.cost)
    assert len(ArgumentTable.of_two(X[:, :1], phases).places) == 0
