import json
import math
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import ClassVar

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from nalm import NAU, NMRU, RealNPU
from nalm.errors import InvalidValueError
from nalm.tasks import Range
from nalm.training import Adam, Constant, L1Norm, Penalty, Recipe
from nalm.training._spec import (
    STRUCTURAL,
    describe,
    described_as,
    map_numbers,
    numbers,
    structure,
    with_numbers,
)


class Colour(Enum):
    RED = 1


@dataclass(frozen=True, kw_only=True)
class Inner:
    rate: float = 0.5
    count: int = 3


@dataclass(frozen=True, kw_only=True)
class Outer:
    name: str = "outer"
    first: float = 1.0
    pairs: tuple[tuple[float, float], ...] = ((2.0, 3.0),)
    inner: Inner = field(default_factory=Inner)
    decay: float = field(default=0.9, metadata=STRUCTURAL)
    flag: bool = True
    nothing: None = None


@dataclass(frozen=True, kw_only=True)
class Beginning:
    value: float = field(metadata={"initial": True})
    name: str


@dataclass(frozen=True, kw_only=True)
class Renamed:
    description_name: ClassVar[str] = "Inner"

    speed: float = field(default=0.5, metadata=described_as("rate"))
    count: int = 3


class Base:
    @classmethod
    def build(cls):
        return cls()

    def make(self):
        return self


class Derived(Base):
    pass


def test_what_was_renamed_is_described_as_before():
    assert describe(Renamed(speed=2.0)) == describe(Inner(rate=2.0))
    assert structure(Renamed()) == structure(Inner())
    assert describe(type("Other", (Renamed,), {})) != describe(Inner)


def test_numbers_are_float_fields_and_floats_in_tuples_in_order():
    assert numbers(Outer()) == [1.0, 2.0, 3.0, 0.5]
    assert numbers((Outer(), Inner(rate=7.0))) == [1.0, 2.0, 3.0, 0.5, 7.0]


def test_a_whole_number_in_a_float_field_is_a_number():
    assert numbers(Inner(rate=2)) == [2.0]
    assert structure(Inner(rate=2)) == structure(Inner(rate=0.5))


@given(st.lists(st.floats(allow_nan=False), min_size=4, max_size=4))
def test_with_numbers_and_numbers_are_inverse(values):
    changed = with_numbers(Outer(), values)
    assert numbers(changed) == values
    assert with_numbers(changed, numbers(Outer())) == Outer()
    assert structure(changed) == structure(Outer())


def test_numbers_can_become_tensors_without_validation():
    tensors = list(torch.tensor([5.0, 4.0]).unbind())
    interval = with_numbers(Range.interval(1, 2), tensors)  # low > high: refused when built
    assert interval.intervals == ((tensors[0], tensors[1]),)


def test_a_map_leaves_the_spec_alone():
    spec = Outer()
    assert map_numbers(spec, lambda value: value + 1).first == 2.0
    assert spec == Outer()


@pytest.mark.parametrize(
    "other",
    [
        Outer(name="other"),
        Outer(decay=0.8),
        Outer(flag=False),
        Outer(inner=Inner(count=4)),
        Outer(pairs=((2.0, 3.0), (4.0, 5.0))),
    ],
)
def test_structure_is_everything_but_numbers(other):
    assert structure(other) != structure(Outer())


def test_structure_of_published_specs():
    def recipe(**fields):
        return Recipe(iterations=1, **fields)

    same = recipe(optimizer=Adam(learning_rate=0.1)), recipe(optimizer=Adam(learning_rate=0.2))
    assert structure(same[0]) == structure(same[1])
    penalty = Penalty(measure=L1Norm(), schedule=Constant(value=1.0))
    for other in (
        recipe(optimizer=Adam(epsilon=1e-7)),
        recipe(batch_size=64),
        recipe(dtype=torch.float64),
        recipe(penalties=(penalty,)),
    ):
        assert structure(other) != structure(recipe())


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (3, 3),
        (0.1, 0.1),
        ("text", "text"),
        (Colour.RED, "Colour.RED"),
        (torch.float32, "torch.float32"),
        ([1, (2.0,)], [1, [2.0]]),
        ({"b": 1, "a": (2,)}, {"b": 1, "a": [2]}),
        (NAU, "nalm.units.NAU"),
        (RealNPU.modified, "nalm.units.RealNPU.modified"),
        (math.floor, "math.floor"),
        (
            partial(NMRU, 3, out_features=1),
            {"call": "nalm.units.NMRU", "args": [3], "out_features": 1},
        ),
    ],
)
def test_descriptions(value, expected):
    assert describe(value) == expected
    json.dumps(describe(value))


def test_a_dataclass_is_described_by_its_public_name_and_fields():
    assert describe(Constant(value=0.25)) == {"type": "nalm.training.Constant", "value": 0.25}


def test_whole_numbers_in_float_fields_are_described_as_floats():
    assert json.dumps(describe(Constant(value=1))) == json.dumps(describe(Constant(value=1.0)))
    assert json.dumps(describe(Inner(count=1))["count"]) == "1"


def test_where_parameters_begin_is_described_unless_it_is_left_out():
    values = [Beginning(value=value, name="a") for value in (1.0, 2.0)]
    assert describe(values[0]) != describe(values[1])
    nested = [partial(NAU, 2, 1, init=(value,)) for value in values]
    assert describe(nested[0]) != describe(nested[1])
    without = [describe(each, initial=False) for each in nested]
    assert without[0] == without[1]
    other = Beginning(value=1.0, name="b")
    assert describe(other, initial=False) != describe(values[0], initial=False)


def test_an_inherited_constructor_is_named_after_the_class_that_it_builds():
    assert describe(Derived.build).endswith("Derived.build")
    assert describe(Base.build).endswith("Base.build")


@pytest.mark.parametrize("value", [lambda: None, object(), Base().make, NAU(2, 1)])
def test_what_has_no_lasting_identity_is_refused(value):
    with pytest.raises(InvalidValueError, match=r"network: expected .* module level\."):
        describe(value)
