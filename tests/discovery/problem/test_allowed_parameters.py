import re

import numpy as np
import pytest

from nalm import DynamicsRegressor, SymbolicRegressor
from nalm.discovery.problem._allowed_parameters import check_parameters
from nalm.errors import InvalidValueError


@pytest.mark.parametrize("kind", [SymbolicRegressor, DynamicsRegressor])
def test_the_defaults_can_work(kind):
    check_parameters(kind())


@pytest.mark.parametrize(
    "parameters",
    [
        {"max_time": None},
        {"max_time": 0.5},
        {"max_time": np.float32(2)},
        {"starts": np.int64(1)},
        {"max_exponent": 3},
        {"noise": "relative"},
        {"noise": "variables"},
        {"verbose": True},
        {"functions": ("exp", "arctan")},
        {"functions": ["sin"]},
        {"functions": ()},
        {"dimensional_constants": np.True_},
    ],
)
def test_parameters_that_work(parameters):
    check_parameters(SymbolicRegressor(**parameters))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("dimensional_constants", ["yes", 1, None]),
        ("max_time", [0, -1.0, np.nan, np.inf, "1", True]),
        ("starts", [0, -1, 1.5, "8", None, True]),
        ("max_exponent", [0, -2, np.nan, np.inf, "6"]),
        ("noise", ["Auto", None, 0.1, ["auto"]]),
        ("verbose", [-1, 0.5, "1", None]),
        ("functions", ["exp", ("sine",), ("exp", 2), None, {"exp"}]),
    ],
)
def test_parameters_that_cannot_work_are_refused(name, values):
    for value in values:
        found = re.escape(f"found {value!r}.")
        with pytest.raises(InvalidValueError, match=f"`{name}` must be .*{found}"):
            check_parameters(SymbolicRegressor(**{name: value}))


@pytest.mark.parametrize("value", ["exp", ("sine",)])
def test_names_of_functions_are_listed(value):
    with pytest.raises(InvalidValueError) as caught:
        check_parameters(SymbolicRegressor(functions=value))
    message = str(caught.value)
    assert (
        "`functions` must be a tuple of names among exp, log, sin, cos, tan, sinh, cosh, tanh"
        in message
    )
    assert "or () for none" in message
