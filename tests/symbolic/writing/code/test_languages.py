import pytest

from nalm.errors import InvalidValueError, UnknownNameError
from nalm.symbolic import Equation, find_exporter, to_code
from nalm.symbolic._writing._code._languages import LANGUAGES
from tests.symbolic.strategies import plus, term
from tests.symbolic.writing.code._equal import equation

LINE = plus(term(2.5, (0, 1)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_an_exporter_too(language):
    text = find_exporter(language)(equation(LINE))
    assert text == to_code(equation(LINE), language)
    assert text.endswith("\n")
    assert "2.5" in text


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"excel"}))
def test_functions_are_called_as_their_target(language):
    rate = Equation(target="prey", formula=LINE, names=("prey",), rate=True)
    assert "dprey_dt(" in to_code(rate, language)
    assert "equations(" in to_code([equation(LINE, "a"), equation(LINE, "b")], language)


def test_an_unknown_language_gets_a_list():
    with pytest.raises(UnknownNameError, match="one of python, c, matlab, excel, julia, found 'R'"):
        to_code(equation(LINE), "R")


def test_several_equations_have_the_same_inputs():
    other = Equation(target="a", formula=LINE, names=("t",))
    for wrong in ([], [equation(LINE), other]):
        with pytest.raises(InvalidValueError, match="one or more of the same inputs"):
            to_code(wrong, "c")
