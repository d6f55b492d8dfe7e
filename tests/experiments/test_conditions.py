"""Settings are found by what a user types."""

import dataclasses

import pytest

from nalm import NMU
from nalm.errors import InvalidValueError
from nalm.tasks import Benford, Operation, PerInput, Range
from tests.experiments._tiny import experiment, setting

PAIR = PerInput(parts=(Range.interval(-2, -1), Range.interval(1, 2)))
UNION = Range.union((-6, -2), (2, 6))
MANY = experiment(
    setting(),
    setting(low=-2),
    setting(NMU, operation=Operation.MUL),
    dataclasses.replace(setting(low=0.1), unit="Real NPU (modified)"),
    dataclasses.replace(setting(interpolation=UNION), unit="NAC•"),
    dataclasses.replace(setting(interpolation=PAIR), unit="NRU"),
    dataclasses.replace(setting(interpolation=Benford(digits=2)), unit="NRU"),
)


def indices(filtered):
    return [MANY.settings.index(each) for each in filtered.settings]


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("unit", "NAU", [0, 1]),
        ("unit", " nau ", [0, 1]),
        ("unit", "real npu (modified)", [3]),
        ("unit", "RealNPU(modified)", [3]),
        ("unit", "NAC•", [4]),
        ("unit", "nac*", [4]),
        ("task", "mul", [2]),
        ("task", "MUL", [2]),
        ("range", "[1,2)", [0, 2]),
        ("range", "[1,2]", [0, 2]),
        ("range", " [ 1.0 , 2e0 ] ", [0, 2]),
        ("range", "[-2,-1]", [1]),
        ("range", "[0.1,1.1]", [3]),
        ("range", "[.1,1.10)", [3]),
        ("range", "[-6,-2)∪[2,6)", [4]),
        ("range", "[-6,-2]U[2,6]", [4]),
        ("range", "[[-6,-2],[2,6]]", [4]),
        ("range", "[-2,-1) × [1,2)", [5]),
        ("range", "[-2,-1]x[1,2]", [5]),
        ("range", "benford[10,100]", [6]),
    ],
)
def test_where_reads_several_spellings(key, value, expected):
    assert indices(MANY.where({key: value})) == expected


@pytest.mark.parametrize(
    ("conditions", "parts"),
    [
        ({"seed": "1"}, ["--where seed", "unit, range, task", "'seed'"]),
        ({"unit": "NALU"}, ["--where unit=NALU", "paper2020/tiny", "NAU, NMU, Real NPU"]),
        ({"task": "div"}, ["task=div", "add, mul."]),
        ({"range": "[7,8]"}, ["range=[7,8]", "[1,2), [-2,-1), [0.1,1.1), [-6,-2)∪[2,6)"]),
        ({"range": "[2,1]"}, ["range=[2,1]", "choose one of: [1,2)"]),
        ({"range": ""}, ["choose one of: [1,2)"]),
        ({"unit": "NMU", "range": "[-2,-1]"}, ["choose one of: [1,2)."]),
        ({"unit": "N"}, ["no such unit"]),  # a part of a name is not a name
    ],
)
def test_where_lists_what_there_is(conditions, parts):
    with pytest.raises(InvalidValueError) as caught:
        MANY.where(conditions)
    assert all(part in str(caught.value) for part in parts)
