import pytest

from nalm.errors import InvalidValueError, UnknownNameError
from nalm.symbolic import Equation, find_exporter, register_exporter
from tests.symbolic.strategies import plus, term

EQUATION = Equation(target="y", formula=plus(term(2.5, (0, 2))), names=("x",))


def shouted(equation):
    return str(equation).upper()


def test_what_comes_with_the_package():
    assert find_exporter("text")(EQUATION) == "y = 2.5*x^2"
    assert find_exporter("latex")(EQUATION) == "y = 2.5 x^{2}"


def test_a_registered_one_is_found(registries):
    register_exporter("shouted", shouted)
    assert find_exporter("shouted") is shouted


@pytest.mark.parametrize("name", ["text", "latex", "table", "json"])
def test_a_name_means_one_thing(registries, name):
    with pytest.raises(InvalidValueError, match=f"'{name}' is taken"):
        register_exporter(name, shouted)


def test_an_unknown_name_gets_a_list():
    with pytest.raises(UnknownNameError, match="no exporter 'cobol': expected one of text, latex"):
        find_exporter("cobol")
