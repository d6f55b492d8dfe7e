import json
import math
from pathlib import Path

import pytest

from nalm import SymbolicRegressor
from tests.cli.examples import nalm

FORM = "y = a*exp(-b*t) + c"


@pytest.fixture(autouse=True)
def data():
    rows = [f"{t},{5 * math.exp(-0.3 * t) + 1 + 0.01 * math.sin(9 * t)}" for t in range(30)]
    Path("data.csv").write_text("t,y\n" + "\n".join(rows))


def test_the_terminal_says_constants_by_their_names():
    outcome = nalm("fit", "data.csv", FORM, "--no-search")
    assert outcome.code == 0
    for part in (FORM, "a ", "5.00", " ± ", "No other form was compared"):
        assert part in outcome.out
    assert outcome.err == ""


def test_the_file_is_read_as_the_options_say():
    Path("plain.csv").write_text(Path("data.csv").read_text().partition("\n")[2])
    outcome = nalm("fit", "plain.csv", FORM, "--no-search", "--names", "t,y")
    assert outcome.code == 0
    assert "data from  t" in outcome.out


def test_starts_and_bounds_may_follow_one_another():
    outcome = nalm(
        "fit", "data.csv", FORM, "--no-search", "--start", "a=4", "b=0.2", "--bounds", "c=0:0.5",
        "b=0:",
    )  # fmt: skip
    assert outcome.code == 0
    assert "c: the best value lies beyond the bound" in outcome.err


def test_the_model_and_the_page_are_written():
    outcome = nalm("fit", "data.csv", FORM, "--no-search", "--save", "m.json", "--html", "fit.html")
    assert outcome.code == 0
    assert SymbolicRegressor.load("m.json").constants_.index.tolist() == ["a", "b", "c"]
    page = Path("fit.html").read_text(encoding="utf-8")
    assert FORM in page
    assert "nalm fit data.csv" in page


def test_a_saved_form_knows_the_units_of_its_table():
    Path("units.csv").write_text(Path("data.csv").read_text().replace("t,y", "t (s),y (V)", 1))
    assert nalm("fit", "units.csv", FORM, "--no-search", "--save", "m.json").code == 0
    Path("new.csv").write_text("t (h),z\n1,2\n")
    outcome = nalm("predict", "m.json", "new.csv")
    assert "'t': expected the unit of the fit, s, found h" in outcome.err


def test_json_has_the_constants():
    outcome = nalm("fit", "data.csv", FORM, "--no-search", "--format", "json")
    [target] = json.loads(outcome.out)["targets"]
    constants = target["candidates"][target["chosen"]]["constants"]
    assert [each["name"] for each in constants] == ["a", "b", "c"]


@pytest.mark.thorough
def test_the_better_form_of_a_search_is_written():
    outcome = nalm(
        "fit", "data.csv", "y = a - b*t", "--max-time", "5", "--functions", "exp", "--quiet"
    )
    assert "It is y = " in outcome.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((FORM + ")",), "position 20, found ')'"),
        ((FORM, "--start", "z=1"), "expected names of constants"),
        ((FORM, "--start", "a"), "such as a=1"),
    ],
)
def test_what_cannot_work_is_said_and_ends_with_2(words, message):
    outcome = nalm("fit", "data.csv", *words, "--no-search")
    assert outcome.code == 2
    assert message in outcome.err
    assert "Traceback" not in outcome.err


def test_the_column_of_exactly_that_name_is_taken():
    rows = "".join(f"{k},{k * k},{k + 7},{3 * k * k}\n" for k in range(1, 12))
    Path("alike.csv").write_text("a b,a_b,a-b,y\n" + rows)
    outcome = nalm("fit", "alike.csv", "y = k*a_b", "--no-search", "--format", "json")
    [target] = json.loads(outcome.out)["targets"]
    [constant] = target["candidates"][target["chosen"]]["constants"]
    assert constant["value"] == pytest.approx(3)
