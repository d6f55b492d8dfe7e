from dataclasses import replace

import numpy as np
import pytest
import sympy
import torch

from nalm.errors import InvalidValueError, UnknownNameError
from nalm.symbolic import Symmetry, find_function, function_names, register_function

OWN = (
    "exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan",
    "arcsinh", "erf",
)  # fmt: skip
INSIDE = np.linspace(-0.9, 0.9, 7)  # where all but log have a value


def points(name):
    return np.linspace(0.1, 3, 7) if name == "log" else INSIDE


def test_the_functions_of_the_library_have_their_usual_names():
    assert function_names()[: len(OWN)] == OWN


@pytest.mark.parametrize("name", OWN)
def test_a_derivative_is_what_small_differences_say(name):
    function, u, step = find_function(name), points(name), 1e-6
    difference = (function.value(u + step) - function.value(u - step)) / (2 * step)
    np.testing.assert_allclose(function.derivative(u), difference, rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("name", OWN)
def test_numpy_torch_and_sympy_compute_the_same(name):
    function, u = find_function(name), points(name)
    expected = function.value(u)
    np.testing.assert_allclose(
        function.torch(torch.tensor(u)).numpy(), expected, rtol=1e-14, atol=1e-15
    )
    symbol = sympy.Symbol("u", real=True)
    written = sympy.lambdify(symbol, function.sympy(symbol), ["scipy", "numpy"])
    np.testing.assert_allclose(written(u), expected, rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize("name", OWN)
def test_a_symmetry_holds(name):
    function, u = find_function(name), INSIDE
    sign = {Symmetry.EVEN: 1, Symmetry.ODD: -1}.get(function.symmetry)
    if sign is not None:
        np.testing.assert_allclose(
            function.value(-u), sign * function.value(u), rtol=1e-14, atol=1e-15
        )


@pytest.mark.parametrize(
    ("name", "outside"), [("log", (0.0, -1.0)), ("arcsin", (1.1, -2.0)), ("arccos", (1.1, -2.0))]
)
def test_outside_its_domain_a_function_has_no_value(name, outside):
    function = find_function(name)
    with np.errstate(all="ignore"):
        assert np.isnan(function.value(np.array(outside))).all()
    assert torch.isnan(function.torch(torch.tensor(outside))).all()
    assert function.domain


def test_an_unknown_name_is_named_with_those_that_are_known():
    with pytest.raises(UnknownNameError, match=r"no function 'sine'.*exp, log"):
        find_function("sine")


def test_a_name_has_to_be_a_word():
    with pytest.raises(InvalidValueError, match="lower-case"):
        register_function(replace(find_function("sin"), name="Sin(x)"))
