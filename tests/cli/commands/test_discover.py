import io
import json
import signal
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import pytest

from nalm.cli._commands._discover import is_quiet
from nalm.discovery.dynamics.regressor import _regressor
from nalm.discovery.groups import _search as _groups_search
from nalm.discovery.strategy import _outputs
from nalm.errors import InputWarning
from nalm.inquiry import Wanted, _search
from nalm.symbolic import evaluate, from_json
from tests.cli.examples import nalm
from tests.cli.laws import SERIES, TABLE, Rates, log_log_line
from tests.discovery._groups import columns, search_that_finds
from tests.discovery._laws import formula, term


@pytest.fixture(autouse=True)
def instant(monkeypatch):
    monkeypatch.setattr(_outputs, "search", log_log_line)
    monkeypatch.setattr(_regressor, "DynamicsRegressor", Rates)
    Path("data.csv").write_text(TABLE)
    Path("series.csv").write_text(SERIES)


def test_the_table_says_equation_verdict_and_reach():
    outcome = nalm("discover", "data.csv", "--target", "y")
    assert outcome.code == 0
    for part in (
        "y = 2",
        "A law",
        "residuals are rounding error",
        "9 rows, the 1 outermost",
        "1 to 5",
    ):
        assert part in outcome.out
    assert outcome.err == ""


def test_groups_have_one_equation_and_a_table_of_constants(monkeypatch):
    monkeypatch.setattr(_groups_search, "search", search_that_finds(formula(term(2.0, (0, 1)))))
    x, y, group = columns(lambda a, k: k * a, [(2.3,), (0.7,)])
    lines = (f"{a},{v},{'uv'[g]}" for a, v, g in zip(x[:, 0], y, group, strict=True))
    Path("groups.csv").write_text("\n".join(["a,y,lamp", *lines]))
    asked = ("discover", "groups.csv", "--target", "y", "--group", "lamp")
    outcome = nalm(*asked, "--save", "law.json", "--report", "law.html")
    assert outcome.code == 0, outcome.err
    for part in ("y = k1*a", "60 rows of 2 groups, the 12 outermost", "A law", "k1", "u ", "v "):
        assert part in outcome.out
    assert "nalm discover groups.csv --target y --group lamp" in Path("law.html").read_text()
    found = json.loads(nalm(*asked, "--format", "json").out)
    assert [each["name"] for each in found["grouping"]["groups"]] == ["u", "v"]
    assert len(found["targets"]) == 2
    assert "--group lamp" in nalm("discover", "groups.csv", "--target", "y").err


@pytest.mark.parametrize("option", ["--save", "--report"])
def test_a_table_is_not_written_over(option):
    Path("units.toml").write_text('y = "1"')
    asked = ("discover", "data.csv", "--target", "y", "--units", "units.toml", option)
    for path in ("data.csv", "units.toml"):
        before = Path(path).read_text()
        outcome = nalm(*asked, path)
        assert (outcome.code, Path(path).read_text()) == (2, before)
        assert "which is read" in outcome.err


def test_json_alone_is_on_standard_output_and_computes_the_target():
    outcome = nalm("discover", "data.csv", "--target", "y", "--format", "json")
    content = json.loads(outcome.out)
    [target] = content["targets"]
    formula = from_json(target["candidates"][target["chosen"]]["formula"])
    [value] = evaluate(formula, [[3.0, 2.0]])
    assert value == pytest.approx(24.0)
    assert content["data"] == "data.csv"
    assert (target["reason_kind"], target["reason_numbers"]) == ("rounding_error", {"rows": 1})
    assert "rounding error" in target["reason"]


def test_latex_is_one_line_per_equation():
    out = nalm(
        "discover", "series.csv", "--time", "t", "--trajectory", "run", "--format", "latex"
    ).out
    assert len(out.splitlines()) == 2
    assert out.startswith(r"\frac{d\,x}{dt} = ")


def test_the_model_and_the_page_are_written():
    words = ("--save", "model.json", "--report", "out.html")
    outcome = nalm("discover", "data.csv", "--target", "y", *words)
    assert outcome.code == 0
    assert "Wrote model.json" in outcome.err
    page = Path("out.html").read_text(encoding="utf-8")
    assert "nalm discover data.csv --target y --report out.html" in page
    assert json.loads(Path("model.json").read_text(encoding="utf-8"))


def test_a_time_series_has_a_page_with_its_trajectories():
    words = ("--time", "t", "--trajectory", "run", "--report", "out.html")
    assert nalm("discover", "series.csv", *words).code == 0
    assert "Over time" in Path("out.html").read_text(encoding="utf-8")


def test_what_cannot_be_written_is_known_before_the_search(monkeypatch):
    monkeypatch.setattr(_search, "discover_each", lambda *_, **__: pytest.fail("it searched"))
    for option in ("--save", "--report"):
        outcome = nalm("discover", "data.csv", "--target", "y", option, "missing/file")
        assert outcome.code == 1
        assert "expected a folder that exists" in outcome.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("data.csv",), "either --target"),
        (("data.csv", "--target", "x"), "no column 'x'"),
        (("gone.csv", "--target", "y"), "does not exist"),
        (("data.csv", "--target", "y", "--noise", "loud"), "expected one of constant, relative"),
        (("data.csv", "--target", "y", "--format", "cobol"), "expected one of text, latex"),
        (("data.csv", "--target", "y", "--max-time", "0"), "--max-time"),
    ],
)
def test_misuse_has_code_2_and_says_what_was_wrong(words, message):
    outcome = nalm("discover", *words)
    assert outcome.code == 2
    assert message in outcome.err


def test_an_interrupted_search_shows_the_best_so_far_with_code_130(monkeypatch):
    def interrupted(problem, options, *, report=None, budget=None):
        signal.raise_signal(signal.SIGINT)
        assert budget.is_up
        return replace(log_log_line(problem, options), complete=False)

    monkeypatch.setattr(_outputs, "search", interrupted)
    outcome = nalm("discover", "data.csv", "--target", "y")
    assert outcome.code == 130
    assert "y = 2" in outcome.out
    assert "Interrupted: this is the best" in outcome.err


def test_several_tables_are_searched_one_after_the_other():
    Path("more.csv").write_text(TABLE)
    Path("models").mkdir()
    words = ("data.csv", "more.csv", "--target", "y", "--save", "models", "--report", "models")
    outcome = nalm("discover", *words)
    assert outcome.code == 0, outcome.err
    assert outcome.out.index("data.csv") < outcome.out.index("more.csv")
    assert outcome.out.count("y = 2") == 2
    names = {path.name for path in Path("models").iterdir()}
    assert names == {"data.json", "data.html", "more.json", "more.html"}
    page = Path("models/more.html").read_text(encoding="utf-8")
    assert "nalm discover more.csv --target y --report models/more.html" in page
    found = json.loads(nalm("discover", *words[:4], "--format", "json").out)
    assert [each["data"] for each in found] == ["data.csv", "more.csv"]


def test_all_tables_are_read_before_one_is_searched(monkeypatch):
    monkeypatch.setattr(_outputs, "search", lambda *_, **__: pytest.fail("it searched"))
    Path("other.csv").write_text("a,b\n1,2\n")
    outcome = nalm("discover", "data.csv", "other.csv", "--target", "y")
    assert outcome.code == 2
    assert "no column 'y'" in outcome.err


def test_after_an_interruption_no_other_table_is_searched(monkeypatch):
    def interrupted(problem, options, *, report=None, budget=None):
        signal.raise_signal(signal.SIGINT)
        return replace(log_log_line(problem, options), complete=False)

    monkeypatch.setattr(_outputs, "search", interrupted)
    outcome = nalm("discover", "data.csv", "data.csv", "data.csv", "--target", "y")
    assert outcome.code == 130
    assert outcome.out.count("y = 2") == 1
    assert "2 more tables were not" in outcome.err


def test_warnings_become_notes(monkeypatch):
    def warned(problem, options, *, report=None, budget=None):
        warnings.warn("column 'b' was left out.", InputWarning, stacklevel=1)
        return log_log_line(problem, options)

    monkeypatch.setattr(_outputs, "search", warned)
    assert nalm("discover", "data.csv", "--target", "y").err == "Note: column 'b' was left out.\n"


def test_rows_that_were_left_out_are_told():
    Path("gaps.csv").write_text(TABLE + "7,,3\n")
    assert nalm("discover", "gaps.csv", "--target", "y").code == 2
    out = nalm("discover", "gaps.csv", "--target", "y", "--drop-missing").out
    assert out.startswith("1 row with missing values left out.")


def test_nothing_but_the_answer_goes_to_a_file(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert is_quiet(Wanted())
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert not is_quiet(Wanted())
    assert is_quiet(Wanted(quiet=True))
