import pandas as pd
import pytest

from nalm.app._choices import Choices
from nalm.app._lacking import lacking
from nalm.app._preview import Column, Preview


def preview(**contents):
    columns = tuple(Column(name=name, content=content) for name, content in contents.items())
    return Preview(frame=pd.DataFrame(), columns=columns, notes=())


TABLE = {"day": "dates", "who": "text", "x": "numbers", "empty": "nothing", "y": "numbers"}


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({}, "Nothing stands under “What to explain”: choose a column of numbers, such as y."),
        ({"target": "who"}, "“What to explain” is who, which holds text: choose"),
        ({"target": "day"}, "“What to explain” is day, which holds dates: choose"),
        ({"target": "y", "inputs": ("who", "day")}, "who holds text: choose some, such as x."),
        ({"target": "y", "weights": "x"}, "No column of numbers is left for “Explain it by”: day"),
        ({"target": "y", "group": "x"}, "No column of numbers is left for “Explain it by”: day"),
        ({"kind": "motion"}, "Nothing stands under “Time”"),
        ({"kind": "motion", "time": "x", "inputs": ("who",)}, "“States” has no column of numbers"),
        ({"kind": "form", "form": " "}, "Nothing stands under “Equation”: write one, such as y ="),
    ],
)
def test_what_is_lacking_is_said_with_column_and_help(chosen, said):
    assert said in lacking(Choices(**chosen), preview(**TABLE))


@pytest.mark.parametrize(
    "chosen",
    [
        {"target": "y"},
        {"target": "y", "inputs": ("x",)},
        {"target": "y", "inputs": ("who", "x")},  # the search says what is wrong with who
        {"target": "y", "group": "who"},
        {"kind": "motion", "time": "day"},
        {"kind": "motion", "time": "x", "trajectory": "who", "inputs": ("y",)},
        {"kind": "form", "form": "y = a*x"},
    ],
)
def test_what_can_be_searched_lacks_nothing(chosen):
    assert lacking(Choices(**chosen), preview(**TABLE)) is None


@pytest.mark.parametrize("kind", ["formula", "motion", "form"])
def test_a_table_without_numbers_can_be_asked_nothing(kind):
    said = lacking(Choices(kind=kind, target="who"), preview(who="text", empty="nothing"))
    assert said.startswith("No column holds numbers: who holds text, empty holds nothing. Drop")


def test_one_column_explains_nothing():
    said = lacking(Choices(target="y"), preview(y="numbers"))
    assert said == (
        "No column of numbers is left for “Explain it by”. Drop a table with two columns of "
        "numbers or more."
    )
