import json

import numpy as np
import pytest

from nalm.discovery import Value
from nalm.discovery.result._parameters import parameters_from_json, parameters_to_json
from nalm.errors import InvalidValueError


@pytest.mark.parametrize(
    "parameters",
    [
        {"max_time": None, "starts": 128, "noise": "auto", "max_exponent": 6.5, "verbose": False},
        {"units": {0: "m", "v": "m/s"}, "target_units": "J"},
        {"units": {}},
        {"functions": ("exp", "sin")},
        {"functions": ()},
        {"constraints": ("y >= 0", "y(x=0) = 0")},
    ],
)
def test_a_round_trip(parameters):
    text = json.dumps(parameters_to_json(parameters))
    back = parameters_from_json(json.loads(text), known=parameters)
    assert back == parameters
    assert [type(value) for value in back.values()] == [type(v) for v in parameters.values()]


def test_numbers_of_numpy_become_plain_ones():
    assert parameters_to_json({"starts": np.int64(8), "max_time": np.float64(0.5)}) == {
        "starts": 8,
        "max_time": 0.5,
    }


def test_a_constraint_is_kept_as_its_text():
    given = [Value(at={"x": 0.0}, equals=1.0), "y > 0"]
    document = parameters_to_json({"constraints": given})
    back = parameters_from_json(document, known=("constraints",))["constraints"]
    assert back == ("y(x=0) = 1", "y > 0")


def test_a_generator_is_not_kept():
    assert parameters_to_json({"random_state": np.random.RandomState(0)}) == {"random_state": None}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"start": 8}, "must be among starts, units, functions; found 'start'"),
        ({"units": {"a": "m"}}, "must be a value or pairs"),
        ({"functions": {"names": "exp"}}, "`parameters.functions` must be a value or pairs"),
        ({"functions": {"names": ["exp", 2]}}, "must be a value or pairs"),
        ({"units": ["m"]}, "must hold pairs"),
        ({"units": [["a", "m", "s"]]}, "must hold pairs"),
        ({"units": [[["a"], "m"]]}, "must hold pairs"),
    ],
)
def test_other_documents_are_refused(document, message):
    with pytest.raises(InvalidValueError, match=message):
        parameters_from_json(document, known=["starts", "units", "functions"])
