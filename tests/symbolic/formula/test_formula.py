import dataclasses

import pytest

from nalm.symbolic import Power, Product, Sum
from tests.symbolic.strategies import F, plus, term


def test_formulas_are_values():
    def make():
        return Sum((Product(2.5, (Power(plus(term(1, (0, 1))), F(1, 2)),)), Product(F(1, 3))))

    assert make() == make()
    assert len({make(), make(), plus(term(2.5))}) == 2


@pytest.mark.parametrize("part", [Power(0, F(1)), Product(2.5), Sum(())])
def test_formulas_do_not_change(part):
    field = dataclasses.fields(part)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(part, field, 1)


def test_a_product_without_powers_is_a_constant():
    assert Product(2.5) == Product(2.5, ())
