from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nalm.discovery import Units
from nalm.discovery.problem._constant_units import (
    carries_unit,
    constant_units,
    with_measured_units,
)
from nalm.discovery.problem._unit_powers import in_coherent_units, write_unit
from nalm.discovery.rewriting._properties import numbers_of
from nalm.symbolic import evaluate, parameters, simplify
from nalm.symbolic._formula._fold import with_numbers
from tests.symbolic.strategies import (
    INPUTS,
    F,
    call,
    formulas,
    plus,
    quick,
    smooth_formulas,
    tables,
    term,
)

SMALLER = {"m": 1000.0, "s": 100.0, "[count]": 12.0}
"""Of each unit, how many of a smaller one it is."""
UNIT = st.dictionaries(st.sampled_from(sorted(SMALLER)), st.integers(-2, 2).filter(bool).map(F))
TABLE_UNITS = st.builds(
    lambda inputs, target: Units(inputs=tuple(inputs), target=target),
    st.lists(UNIT, min_size=INPUTS, max_size=INPUTS),
    UNIT,
)


def size(unit):
    """How many of the product of smaller units a unit is."""
    return float(np.prod([SMALLER[name] ** float(power) for name, power in unit.items()]))


def converted(formula, units):
    """Write a formula for the smaller units: each number is as many times larger as its unit."""
    sizes = iter([size(unit) for unit in constant_units(formula, units)])

    def number(old):
        factor = next(sizes)
        return old if factor == 1 else float(old) * factor

    return with_numbers(formula, number)


def exact_with_unit(formula, units):
    """Count exact coefficients that carry a unit."""
    pairs = zip(numbers_of(formula), constant_units(formula, units), strict=True)
    return sum(isinstance(number, F) and carries_unit(unit) for (number, _), unit in pairs)


@quick
@given(smooth_formulas(), TABLE_UNITS, tables())
def test_in_smaller_units_and_with_converted_constants_the_values_are_the_same(formula, units, x):
    with np.errstate(all="ignore"):
        values = evaluate(formula, x)
        smaller = evaluate(converted(formula, units), x * [size(unit) for unit in units.inputs])
    kept = np.isfinite(values) & (np.abs(values) < 1e100)
    assume(kept.any())
    # Large numbers under an exponential lose digits in the conversion.
    np.testing.assert_allclose(smaller[kept] / size(units.target), values[kept], rtol=1e-6)


@quick
@given(formulas(), TABLE_UNITS)
def test_every_number_has_a_unit_and_exponents_have_none(formula, units):
    numbers, found = list(numbers_of(formula)), constant_units(formula, units)
    assert len(found) == len(numbers)
    assert all(unit == {} for (_, exponent), unit in zip(numbers, found, strict=True) if exponent)


def none_of(*names):
    return Units.read(names, "1")


@quick
@given(formulas())
def test_without_units_no_number_has_one(formula):
    assert not any(map(carries_unit, constant_units(formula, none_of("1", "rad", "m/m"))))
    assert with_measured_units(formula, none_of("1", "rad", "m/m")) == formula


X, Y = (0, 1), (1, 1)
ROOT = plus(term(1), term(0.5, X))
SHIFTED = plus(term(1, X), term(0.5))
CASES = {
    "a power": (plus(term(4.9, (0, 2))), "s", "m", ["m s^-2"]),
    "a plain sum": (plus(term(2.0, X), term(3.0)), "s", "m", ["m s^-1", "m"]),
    "an exact 1 inside": (plus(term(2.0, (ROOT, F(1, 2)))), "s", "m", ["m", "s^-1"]),
    "an exact input inside": (plus(term(2.0, (SHIFTED, F(1, 2)))), "s", "m", ["m s^(-1/2)", "s"]),
    "a decay": (plus(term(9.0, (call("exp", term(-0.2, X)), 1))), "ms", "V", ["V", "ms^-1"]),
    "a phase": (plus(term(9.0, (call("sin", term(2.0, X), term(0.3)), 1))), "s", "m",
                ["m", "s^-1", "1"]),
    "a measured exponent": (plus(term(2.0, (0, 1.937))), "m", "N", ["N m^-1.937", "1"]),
    "a power of a function": (plus(term(2.0, (call("log", *ROOT.terms), 2))), "s", "V",
                              ["V", "s^-1"]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_the_unit_follows_from_the_place(case):
    formula, unit, target, expected = CASES[case]
    found = constant_units(formula, Units.read([unit], target))
    numbers = [number for number, _ in numbers_of(formula)]
    measured = [unit for n, unit in zip(numbers, found, strict=True) if isinstance(n, float)]
    assert [write_unit(unit) for unit in measured] == expected


def test_an_exact_coefficient_with_a_unit_becomes_measured():
    both = plus(term(1, X), term(1, Y))
    lengths = with_measured_units(both, Units.read(["m", "s"], "m"))
    assert [type(each.coefficient) for each in lengths.terms] == [F, float]
    assert with_measured_units(both, Units.read(["m", "m"], "m")) == both


def test_terms_that_need_one_unit_share_one_constant():
    both = plus(term(1, X), term(-1, Y))
    springs = with_measured_units(both, Units.read(["m", "m"], "N"))
    assert parameters(springs).tolist() == [1.0]
    assert springs == plus(term(1.0, (both, 1)))


def test_the_scale_in_a_logarithm_stays_that_of_the_constant_beside_it():
    curve = plus(term(2.0, (call("log", term(1, X)), 1)), term(0.5))
    units = Units.read(["m"], "V")
    assert with_measured_units(curve, units) == curve
    assert constant_units(curve, units)[2] == {"m": -1}


@quick
@given(formulas(functions=("exp", "sin", "tanh")), TABLE_UNITS)
def test_afterwards_no_exact_coefficient_carries_a_unit(formula, units):
    positive = [True] * INPUTS
    normal = simplify(formula, positive=positive)
    made = simplify(with_measured_units(normal, units), positive=positive)
    assert exact_with_unit(made, units) == 0


def test_a_unit_of_the_same_size_is_none():
    energy = plus(term(F(1, 2), (0, 1), (1, 2)))
    assert with_measured_units(energy, Units.read(["kg", "m/s"], "J")) == energy
    assert parameters(with_measured_units(energy, Units.read(["kg", "m/s"], "kJ"))).tolist() == [
        0.5
    ]
    assert in_coherent_units({"J": Fraction(1)}) == {"kg": 1, "m": 2, "s": -2}
