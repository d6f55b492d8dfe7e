from fractions import Fraction

import pytest

from nalm.discovery.problem._dimensions import dimensions, read_units, table_units
from nalm.discovery.problem._units import parse_unit
from nalm.errors import InvalidTypeError, InvalidValueError


def found(inputs, target):
    return dimensions([parse_unit(each) for each in inputs], parse_unit(target))


def test_the_matrix_has_a_row_per_base_unit_and_a_column_per_input():
    result = found(["kg", "m/s"], "J")
    assert result.inputs == ((1, 0), (0, 1), (0, -1))  # kg, m, s
    assert result.target == (1, 2, -2)
    assert all(isinstance(entry, Fraction) for row in result.inputs for entry in row)


def test_without_any_unit_there_is_no_matrix():
    assert found(["1", "rad"], "%") is None


@pytest.mark.parametrize(
    ("inputs", "target"),
    [
        (["m", "s"], "m/s"),
        (["m^2"], "m"),
        (["N", "kg"], "m s^-2"),
        (["m/s", "m s"], "m"),
        (["m", "kg"], "1"),
        (["J", "J"], "J"),
    ],
)
def test_possible_units(inputs, target):
    assert found(inputs, target) is not None


@pytest.mark.parametrize(
    ("inputs", "target"),
    [(["m", "s"], "kg"), (["m/s"], "m"), (["1"], "s"), (["m/s", "m^2/s^2"], "s"), ([], "m")],
)
def test_impossible_units_are_refused(inputs, target):
    with pytest.raises(InvalidValueError, match=r"no product of powers of .* `dimensional_con"):
        found(inputs, target)


def test_units_by_name_and_by_index():
    by_name = read_units({"v": "m/s", "m": "kg"}, ["m", "v"], parameter="units")
    by_index = read_units({1: "m/s", 0: "kg"}, ["m", "v"], parameter="units")
    assert by_name == by_index == (parse_unit("kg"), parse_unit("m/s"))


@pytest.mark.parametrize(
    ("units", "message"),
    [
        ({"mass": "kg"}, "none for 'v'. Write \"1\""),
        ({"mass": "kg", "v": "1", "w": "1"}, "found 'w', which is none"),
        ({"mas": "kg", "v": "1"}, "Near it: 'mass'"),
        ({"mass": "kg", "v": "1", 5: "1"}, "found 5"),
        ({"mass": "kg", 0: "kg", "v": "1"}, "'mass' two units"),
        ({"mass": "kgs", "v": "1"}, "`units` of column 'mass'"),
    ],
)
def test_wrong_units_are_refused(units, message):
    with pytest.raises(InvalidValueError) as error:
        read_units(units, ["mass", "v"], parameter="units")
    assert message in str(error.value)


def test_units_keep_the_names_that_they_are_written_with():
    [column] = read_units({"t": "km/h"}, ["t"], parameter="units")
    assert column == {"km": 1, "h": -1}
    assert dimensions([column], parse_unit("m/s")) == dimensions(
        [parse_unit("m/s")], parse_unit("m/s")
    )


def test_one_unit_for_all_targets_or_one_for_each():
    names = {"names": ["t"], "targets": ["x", "v"]}
    one, other = table_units({"t": "s"}, {"x": "m", 1: "m/s"}, **names)
    assert (one.inputs, other.inputs) == (({"s": 1},),) * 2
    assert (one.target, other.target) == ({"m": 1}, {"m": 1, "s": -1})
    assert {each.target["m"] for each in table_units({"t": "s"}, "m", **names)} == {1}
    assert table_units(None, None, **names) is None


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (({"t": "s"}, None), "`target_units` must be given together with `units`"),
        ((None, "m"), "`units` must be given together with `target_units`"),
    ],
)
def test_units_of_one_side_alone_are_refused(given, message):
    with pytest.raises(InvalidValueError, match=message):
        table_units(*given, names=["t"], targets=["x"])


def test_wrong_types_are_refused():
    with pytest.raises(InvalidTypeError, match="must map columns to units"):
        read_units(["m"], ["x"], parameter="units")
    with pytest.raises(InvalidTypeError, match="column 'x': a unit must be a string"):
        read_units({"x": 2}, ["x"], parameter="units")
