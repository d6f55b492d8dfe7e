import dataclasses

import pytest

from nalm.symbolic import Power, Product, Sum, as_formula, sum_in, with_sum
from nalm.symbolic._formula._formula import argument_of, has_functions
from tests.symbolic.strategies import F, call, plus, term

LINE = plus(term(2, (0, 1)), term(1.5))


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


def test_the_sum_in_a_base_is_found_and_changed():
    wave = call("sin", *LINE.terms)
    assert [sum_in(base) for base in (0, LINE, wave)] == [None, LINE, LINE]
    assert [argument_of(base, "sin") for base in (0, LINE, wave)] == [None, None, LINE]
    assert argument_of(wave, "cos") is None
    constant = plus(term(1))
    changed = [with_sum(base, lambda formula: constant) for base in (0, LINE, wave)]
    assert changed == [0, constant, call("sin", term(1))]


def test_a_function_is_found_at_any_depth():
    root = plus(term(1, (LINE, F(1, 2))))
    assert not has_functions(root)
    assert has_functions(plus(term(1, (0, 1), (as_formula(call("sin", *LINE.terms)), 1))))
