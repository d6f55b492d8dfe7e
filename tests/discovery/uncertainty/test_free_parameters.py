import numpy as np
import pytest

from nalm.discovery.uncertainty._free_parameters import free_parameters, input_names
from nalm.symbolic import parameters
from tests.discovery._measured import EXACT_POWER, LINE, NESTED, POWER, ROOT


@pytest.mark.parametrize("formula", [LINE, POWER, EXACT_POWER, ROOT, NESTED])
def test_are_the_parameters_of_the_formula_in_their_order(formula):
    found = free_parameters(formula, input_names(3))
    np.testing.assert_array_equal([each.value for each in found], parameters(formula))
    assert len({each.name for each in found}) == len(found)


def test_names_say_the_term_and_the_base():
    found = free_parameters(NESTED, ("a", "b", "c"))
    assert [each.name for each in found] == [
        "c1", "p1[a]", "p1[s1]", "c1.s1.2", "p1.s1.2[a]", "c3",
    ]  # fmt: skip
    assert [each.exponent for each in found] == [False, True, True, False, True, False]


def test_exact_coefficients_are_listed_on_request():
    found = free_parameters(NESTED, ("a", "b", "c"), exact=True)
    assert [each.name for each in found if each.name.startswith("c")] == [
        "c1", "c1.s1.1", "c1.s1.2", "c2", "c3",
    ]  # fmt: skip
    measured = free_parameters(NESTED, ("a", "b", "c"))
    assert [each for each in found if each in measured] == list(measured)


def test_inputs_without_names_are_numbered():
    assert input_names(2) == ("x0", "x1")
