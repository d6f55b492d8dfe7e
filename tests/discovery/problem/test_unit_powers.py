from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm._unit_table import COHERENT, UNITS
from nalm.discovery.problem._unit_powers import (
    LARGEST,
    ROUNDING,
    in_base_units,
    in_coherent_units,
    multiplied,
    shortest,
    write_unit,
)
from nalm.discovery.problem._units import parse_unit, unit_names

ONE = Fraction(1)
NAMES = [*sorted(UNITS), "kJ", "mm", "µs", "MHz", "[apple]", "[two words]"]
EXPONENTS = st.fractions(-9, 9, max_denominator=LARGEST) | st.decimals(-9, 9, places=5).map(
    Fraction
)
UNITS_OF_ALL_KINDS = st.dictionaries(st.sampled_from(NAMES), EXPONENTS.filter(bool), max_size=5)


@given(UNITS_OF_ALL_KINDS)
def test_what_is_written_is_read(unit):
    assert unit_names(write_unit(unit)) == unit
    assert parse_unit(write_unit(unit)) == in_base_units(unit)


def test_a_measured_exponent_has_the_digits_of_an_equation():
    assert write_unit({"m": Fraction("-1.93712345678")}) == "m^-1.93712"
    assert write_unit({"m": Fraction("0.00001234567891")}) == "m^0.0000123457"
    assert write_unit({"m": Fraction(1, 3)}) == "m^(1/3)"


@given(UNITS_OF_ALL_KINDS, EXPONENTS)
def test_a_unit_divided_by_itself_is_none(unit, power):
    assert multiplied([(unit, power), (unit, -power)]) == {}
    left = {n: e * power for n, e in unit.items() if abs(e * power) > ROUNDING}
    assert multiplied([(unit, power)]) == left


@given(UNITS_OF_ALL_KINDS)
def test_other_ways_to_write_a_unit_have_its_dimension(unit):
    for other in (in_coherent_units(unit), shortest(unit)):
        assert in_base_units(other) == in_base_units(unit)
    assert len(shortest(unit)) <= len(unit)
    assert in_coherent_units(in_coherent_units(unit)) == in_coherent_units(unit)


@pytest.mark.parametrize(
    ("unit", "written"),
    [
        ("J/(kg m^2 s^-2)", "1"),
        ("kJ/(kg m^2 s^-2)", "kJ kg^-1 m^-2 s^2"),  # which is 1000
        ("N/m", "N m^-1"),
        ("J/(kg m)", "m s^-2"),
        ("mm/m", "mm m^-1"),
        ("rad/s", "s^-1"),
        ("deg/s", "deg s^-1"),
    ],
)
def test_no_size_is_lost(unit, written):
    assert write_unit(shortest(unit_names(unit))) == written


def test_names_of_other_sizes_are_not_coherent():
    assert set(UNITS) >= COHERENT
    assert not COHERENT & {"g", "t", "min", "h", "d", "eV", "L", "bar", "deg", "%", "Å", "M"}
