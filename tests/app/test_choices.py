from pathlib import Path

import pytest

from nalm.app._choices import Choices
from nalm.errors import InvalidValueError
from nalm.inquiry import Effort, FormRequest, Request
from nalm.tables import Reading

DATA = Path("data.csv")


def asked(folder, **chosen):
    reading = Reading(decimal=",", sheet="S", names=("a", "b"))
    return Choices(**chosen).question(DATA, reading=reading, effort=Effort(), folder=folder).request


WRITTEN = {"decimal": ",", "sheet": "S", "names": ("a", "b")}


def test_a_formula_is_what_discover_asks(tmp_path):
    found = asked(tmp_path, target="y", inputs=("a",), group="g", weights="w", drop_missing=True)
    assert found == Request(
        data=DATA, target="y", inputs=("a",), group="g", weights="w", drop_missing=True, **WRITTEN
    )


def test_equations_of_motion_leave_out_what_is_not_theirs(tmp_path):
    found = asked(tmp_path, kind="motion", time="t", trajectory="run", target="y", group="g")
    assert found == Request(data=DATA, time="t", trajectory="run", **WRITTEN)


def test_states_may_have_a_constant_sum(tmp_path):
    found = asked(tmp_path, kind="motion", time="t", conserved=("s", "i"))
    assert found == Request(data=DATA, time="t", conserved=(("s", "i"),), **WRITTEN)


def test_a_form_of_ones_own_is_what_fit_asks(tmp_path):
    found = asked(tmp_path, kind="form", form="y = k*x", start="k=2", bounds="k=0:", others=False)
    assert found == FormRequest(
        data=DATA, form="y = k*x", start={"k": 2.0}, bounds={"k": (0.0, None)}, search=False,
        **WRITTEN,
    )  # fmt: skip


def test_units_that_were_typed_become_a_file(tmp_path):
    typed = {"y": "m/s", "a, b": "kg", "c": " "}
    found = asked(tmp_path, target="y", units="typed", typed=typed, dimensional_constants=True)
    assert found.dimensional_constants
    assert found.units.read_text().splitlines() == ["column,unit", "y,m/s", '"a, b",kg']


def test_constants_have_no_units_where_columns_have_none(tmp_path):
    assert not asked(tmp_path, target="y", dimensional_constants=True).dimensional_constants


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({}, "a column to explain"),
        ({"kind": "motion"}, "a column of times"),
        ({"kind": "form"}, "expected an equation"),
        ({"kind": "form", "form": "y = k*x", "start": "k"}, "--start"),
        ({"target": "y", "units": "typed"}, "the unit of at least one column"),
    ],
)
def test_what_is_missing_is_said(tmp_path, chosen, message):
    with pytest.raises(InvalidValueError, match=message):
        asked(tmp_path, **chosen)
