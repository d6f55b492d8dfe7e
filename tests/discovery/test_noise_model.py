import numpy as np
import pytest

from nalm.discovery import Noise, NoiseModel, register_noise
from nalm.discovery._noise_model import find_noise, is_noise_name, noise_models, noise_names
from nalm.errors import InvalidTypeError, InvalidValueError, UnknownNameError
from tests.symbolic.strategies import plus, term


class Counting(NoiseModel):
    name = "counting"
    power = 0.5

    def size(self, formula, x):
        return np.ones(len(x))


class Nameless(NoiseModel):
    def size(self, formula, x):
        return np.ones(len(x))


class Automatic(Counting):
    name = "auto"


class Other(Counting):
    name = "relative"


class Named(Counting):
    name = "Two words"


def test_a_registered_model_is_found_and_comes_last(registries):
    model = Counting()
    register_noise(model)
    assert find_noise("counting") is Noise("counting") is model
    assert noise_models() == (*registries, model) == tuple(Noise)


def test_a_class_that_is_defined_again_takes_its_own_place(registries):
    register_noise(Counting())
    again = Counting()
    register_noise(again)
    assert noise_models() == (*registries, again)


@pytest.mark.parametrize("model", [Nameless(), Counting, "counting", None])
def test_what_is_no_model_is_refused(registries, model):
    with pytest.raises(InvalidTypeError, match="an instance of a class that inherits"):
        register_noise(model)
    assert noise_models() == registries


@pytest.mark.parametrize(
    ("model", "message"),
    [(Automatic(), "'auto' is taken"), (Other(), "'relative' is taken"), (Named(), "lower-case")],
)
def test_a_name_is_a_new_word(registries, model, message):
    with pytest.raises(InvalidValueError, match=message):
        register_noise(model)
    assert noise_models() == registries


def test_an_unknown_name_gets_a_list_of_the_known_ones():
    with pytest.raises(UnknownNameError, match="expected one of constant, relative, variables"):
        find_noise("loud")


def test_a_model_of_a_name_and_a_size_answers_everything_else():
    model = Counting()
    assert not model.is_applicable(np.ones(3))
    assert model.follows_formula
    assert model.unit(16.0) == 4.0
    assert model.label("N") == "residual of N in units of counting noise"
    assert model.size(plus(term(1.0)), np.ones((3, 1))).shape == (3,)


@pytest.mark.parametrize(
    ("value", "expected"),
    [("auto", True), ("relative", True), ("counting", True), ("loud", False), (["auto"], False)],
)
def test_names_that_users_may_give(registries, value, expected):
    register_noise(Counting())
    assert is_noise_name(value) is expected
    assert noise_names().startswith('"auto", "constant", "relative", "variables", ')
    assert noise_names().endswith(' or "counting"')
