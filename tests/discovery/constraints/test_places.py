from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery import Bounded, Monotone, Value
from nalm.discovery.constraints._places import Places, checked
from nalm.discovery.constraints._reading import read_constraints
from nalm.errors import InvalidValueError

TWO = Places.of(
    np.array([[0.0, 1.0], [9.0, 2.0]]), names=("t", "mass_kg"), columns=("t", "mass (kg)")
)
ONE = Places.of(np.array([[0.0], [9.0]]), names=("x0",), columns=("x0",))


def chosen(*texts, places=TWO, target="y", targets=("y",)):
    return checked(read_constraints(texts), places, target=target, targets=targets)


def test_inputs_go_by_their_names_in_equations_and_in_the_table():
    for name in ("mass_kg", "mass (kg)"):
        given = Value(at={name: 3.0, "t": np.inf}, equals=1.0)
        assert checked([given], TWO, target="y", targets=("y",)) == (given,)
        assert TWO.point(given).tolist() == [np.inf, 3.0]


@pytest.mark.parametrize("name", ["mass", "mass (kg)", "mass_kg"])
def test_an_input_may_be_named_with_its_unit(name):
    own = Places.of(np.array([[1.0], [2.0]]), names=("mass",), columns=("mass (kg)",))
    assert own.place_of(Value(at={name: 1.0}, equals=1.0), name) == 0


def test_a_single_column_without_a_name_needs_none():
    for text in ("y(2) = 1", "y(x=2) = 1", "y(t=2) = 1", "y(x0=2) = 1"):
        [given] = chosen(text, places=ONE)
        assert ONE.point(given).tolist() == [2.0]


def test_a_range_is_that_of_the_data_where_no_other_is_named():
    [given] = chosen("y > 0 for t in 0:inf")
    low, high = TWO.box(given)
    assert low.tolist() == [0.0, 1.0]
    assert high.tolist() == [np.inf, 2.0]
    assert TWO.range_text(given) == "t from 0 to inf, mass_kg from 1 to 2"


def test_a_constraint_is_of_the_target_that_it_names_or_of_all():
    texts = ("u > 0", "increasing in t", "y < 9")
    of_u = chosen(*texts, target="u", targets=("u", "v"))
    assert [str(each) for each in of_u] == ["u >= 0", "increasing in t", "y <= 9"]
    assert len(chosen(*texts, target="v", targets=("u", "v"))) == 2
    # y is a name where one of the targets has it.
    assert len(chosen(*texts, target="u", targets=("u", "y"))) == 2


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (("y(z=0, t=1) = 0",), "expected inputs among t, mass_kg, found 'z'"),
        (("increasing in z",), "expected inputs among t, mass_kg, found 'z'"),
        (("y > 0 for z in 0:1",), "expected inputs among t, mass_kg, found 'z'"),
        (("dy/dz(t=0, mass_kg=1) = 0",), "expected inputs among t, mass_kg, found 'z'"),
        (
            ("y(t=0) = 0",),
            "every input, found none of mass_kg. Write (t=…, mass_kg=…)",
        ),
        (("y(0) = 0",), "found a number without a name"),
        (("w > 0",), "expected a target among y, or y for all, found 'w'"),
        (("y > 1", "y < 0"), "found 'y >= 1' and 'y <= 0'. Leave one of them out."),
        (("increasing in t", "decreasing in t"), "must not contradict each other"),
        (("y(t=0, mass_kg=1) = 0", "y(t=0, mass_kg=1) = 1"), "must not contradict each other"),
        (("y > 1", "y(t=0, mass_kg=1) = 0"), "must not contradict each other"),
        (("increasing in t", "dy/dt(t=0, mass_kg=1) = -1"), "must not contradict each other"),
        (
            ("dy/dt(t=0, mass_kg=1) = 2", "dy/dt(t=0, mass_kg=1) = 1"),
            "must not contradict each other",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words(texts, words):
    with pytest.raises(InvalidValueError) as caught:
        chosen(*texts)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "texts",
    [
        ("y > 1", "y(t=-5, mass_kg=1) = 0"),  # beyond the range of the bound
        ("y > 1 for t in 0:4", "y < 0 for t in 5:9"),
        ("increasing in t for t in 0:4", "decreasing in t for t in 5:9"),
        ("increasing in t", "decreasing in mass_kg"),
        ("dy/dt(t=0, mass_kg=1) = 2", "dy/dmass_kg(t=0, mass_kg=1) = 1"),
        ("y(t=0, mass_kg=1) = 2", "y(t=0, mass_kg=2) = 1"),
    ],
)
def test_what_holds_at_other_places_contradicts_nothing(texts):
    assert len(chosen(*texts)) == 2


def test_a_form_needs_a_value_of_its_own_inputs_alone():
    own = replace(TWO, needed=("t",))
    [given] = chosen("y(t=0) = 0", places=own)
    assert own.point(given)[0] == 0.0
    with pytest.raises(InvalidValueError, match="found none of t"):
        chosen("y(mass_kg=0) = 0", places=own)


def test_specs_hold_where_a_point_lies():
    assert TWO.holds(Bounded(lower=0.0), np.array([3.0, 1.5]))
    assert not TWO.holds(Monotone(input="t"), np.array([-3.0, 1.5]))
