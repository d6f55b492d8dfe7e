"""Experiments of the user: in a file, in a module, in installed packages."""

import json
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from nalm.cli._laboratory import _catalogue, _own
from nalm.errors import InvalidTypeError, InvalidValueError, UnknownNameError
from nalm.experiments import Computation, Experiment
from nalm.results import Store
from tests._tiers import kept
from tests.cli.examples import NAME, nalm, small_catalogue, small_experiment

EXAMPLE = Path(__file__).parents[3] / "examples" / "own_experiment.py"
LOAD_ENTRIES = _catalogue.load_entries  # the fixture of the folder replaces it

FILE = """
from functools import partial
from helpers import SCALE
from nalm import NAU
from nalm.experiments import Computation, Experiment, Setting
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.training import Recipe

class Mine(NAU.__bases__[0]):
    pass

sums = Experiment(
    name="mine/sums", title="Sums [of mine]", source="nowhere", seeds=2,
    settings=(
        Setting(
            unit="NAU",
            network=partial(NAU, 2, 1),
            task=SingleModuleTask(operation=Operation.ADD),
            interpolation=Range.interval(1, 2),
            extrapolation=Range.interval(2, 6),
            recipe=Recipe(iterations=12 * SCALE, evaluate_every=2, evaluation_rows=8),
            threshold=1e30,
        ),
    ),
)
curve = Computation(name="mine/curve", title="Curve", source="nowhere", compute=None)
number = 3
"""


@pytest.fixture(autouse=True)
def forgotten(monkeypatch):
    """Forget afterwards what a test imported."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name in {"helpers", "mine"} or name.startswith("_nalm_file"):
            del sys.modules[name]


@pytest.fixture
def mine():
    """Write a file with experiments and one that it imports."""
    Path("helpers.py").write_text("SCALE = 1\n")
    Path("mine.py").write_text(FILE)
    return "mine.py"


@pytest.mark.parametrize("name", ["mine.py:sums", "mine:sums", "./mine.py:sums"])
def test_an_experiment_of_a_file_or_module_runs_and_is_reported_as_any_other(mine, name):
    trained = nalm("run", name, "--no-compile")
    assert "2 of 2 runs solved. Stored in nalm.db." in trained.out
    assert f"See it with: nalm report {name}" in trained.out
    assert "All 2 runs of mine/sums are in nalm.db." in nalm("run", name, "--no-compile").out
    shown = nalm("report", name)
    assert "Sums [of mine]" in shown.out
    assert "1.00 (0.34–1.00)" in shown.out


def test_all_formats_seeds_conditions_and_trials(mine):
    assert nalm("run", "mine.py:sums", "--no-compile", "--seeds", "1").code == 0
    for form in ("csv", "json", "markdown", "latex", "svg", "png", "html"):
        shown = nalm("report", "mine.py:sums", "--seeds", "1", "--format", form, "--output", "out")
        assert (shown.code, shown.err) == (0, "Wrote out\n")
        assert Path("out").stat().st_size > 100
    assert "has no such unit" in nalm("run", "mine.py:sums", "--where", "unit=NMU").err
    assert "2 runs to train" in nalm("run", "mine.py:sums", "--quick").out


def test_a_listing_has_every_entry_of_the_file_and_the_names_to_run(mine):
    nalm("run", "mine.py:sums", "--no-compile")
    for place in ("mine.py", "mine"):
        listed = nalm("list", place).out
        assert f"{place}:sums" in listed
        assert "Sums [of mine]" in listed
        assert "complete" in listed
        assert f"{place}:curve" in listed
        assert NAME not in listed


def test_the_only_experiment_of_a_file_needs_no_name(mine):
    Path(mine).write_text(FILE.replace("curve = Comp", "line = Comp"))
    assert isinstance(_own.own_entry("mine.py:sums"), Experiment)
    with pytest.raises(UnknownNameError, match="choose one of: mine"):
        _own.own_entry("mine.py")
    Path(mine).write_text(FILE.split("curve =")[0])
    assert isinstance(_own.own_entry("mine.py"), Experiment)


def test_a_file_is_imported_under_a_name_of_its_own(mine):
    Path("random.py").write_text(FILE)  # not Python's module
    kept = sys.modules.get("random")
    entry = _own.own_entry("random.py:curve")
    assert isinstance(entry, Computation)
    assert sys.modules.get("random") is kept


def test_a_file_in_another_folder_finds_what_lies_beside_it(mine, tmp_path, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert _own.own_entry("../mine.py:sums").name == "mine/sums"


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("no.py:sums", InvalidValueError, "no.py: expected a file that exists, found none"),
        ("no:sums", InvalidValueError, "no: expected a module that can be imported, or a file"),
        ("no.deeper:sums", InvalidValueError, "expected a module that can be imported"),
        (".:sums", InvalidValueError, "expected a module that can be imported"),
        ("mine.py:nothing", UnknownNameError, "choose one of: mine.py:sums, mine.py:curve"),
        ("mine.py", UnknownNameError, "choose one of: mine.py:sums, mine.py:curve"),
        ("mine.py:", UnknownNameError, "choose one of: mine.py:sums, mine.py:curve"),
        ("mine.py:number", InvalidTypeError, "an Experiment or a Figure, found int; choose one"),
        ("mine.py:Mine", InvalidTypeError, "an Experiment or a Figure, found ABCMeta; choose"),
        ("helpers.py:SCALE", InvalidTypeError, "found int; it has no experiments"),
    ],
)
def test_what_is_not_there_is_said_with_what_is(mine, name, kind, message):
    with pytest.raises(kind) as caught:
        _own.own_entry(name)
    assert message in str(caught.value)
    outcome = nalm("run", name)
    assert (outcome.code, "Traceback" in outcome.err) == (2, False)


@pytest.mark.parametrize(
    ("text", "message", "where"),
    [
        ("x = 1\nfoo(x)", "NameError: name 'foo' is not defined", "line 2: foo(x)"),
        ("from nope import x", "ModuleNotFoundError: No module named 'nope'", "line 1: from nope"),
        ("x = 1\ndef f(:", "SyntaxError: invalid syntax", "line 2: def f(:"),
        ("import sys\nsys.exit(3)", "SystemExit: 3", "line 2: sys.exit(3)"),
        (
            "from nalm.training import Recipe\n\nRecipe(iterations=-1)",
            "InvalidValueError: Recipe.iterations: expected a whole number",
            "line 3: Recipe(iterations=-1)",
        ),
        ("import helpers\nhelpers.f()", "ZeroDivisionError", "helpers.py, line 2: 1 / 0"),
    ],
)
@pytest.mark.parametrize("place", ["broken.py", "broken"])
def test_an_import_that_fails_names_the_line_of_the_user(text, message, where, place):
    Path("helpers.py").write_text("def f():\n    1 / 0\n")
    Path("broken.py").write_text(text)
    outcome = nalm("run", f"{place}:sums")
    assert outcome.code == 2
    assert f"{place} could not be imported: {message}" in outcome.err
    assert where in outcome.err
    assert "Traceback" not in outcome.err


def test_a_name_of_the_catalogue_is_refused_unless_it_is_the_same_experiment(mine):
    Path(mine).write_text(FILE.replace("mine/sums", NAME))
    outcome = nalm("run", "mine.py:sums")
    assert outcome.code == 2
    assert f"name '{NAME}': the catalogue has another experiment of this name" in outcome.err
    assert "such as mine/fig3" in outcome.err
    same = "from tests.cli.examples import small_experiment\nsame = small_experiment()\n"
    Path(mine).write_text(same)
    assert _catalogue.find_entry("mine.py:same") == small_experiment()


def installed(monkeypatch, **places):
    points = [
        EntryPoint(name=name, value=value, group=_own.GROUP) for name, value in places.items()
    ]
    monkeypatch.setattr(_own, "entry_points", lambda group: points if group == _own.GROUP else [])
    monkeypatch.setattr(_catalogue, "load_entries", LOAD_ENTRIES)
    monkeypatch.setattr("nalm.experiments.catalogue.entries", small_catalogue)
    monkeypatch.syspath_prepend(".")


@pytest.mark.parametrize(
    "value", kept(["mine:sums", "mine:several", "mine:entries"], "mine:entries")
)
def test_experiments_of_installed_packages_are_listed_and_run_by_their_name(
    mine, monkeypatch, value
):
    more = "\nseveral = [sums, curve]\ndef entries():\n    return (sums, curve)\n"
    Path(mine).write_text(FILE + more)
    installed(monkeypatch, mine=value)
    listed = nalm("list")
    assert "mine/sums" in listed.out
    assert ("mine/curve" in listed.out) == (value != "mine:sums")
    assert (NAME in listed.out, listed.err) == (True, "")
    assert "2 of 2 runs solved" in nalm("run", "mine/sums", "--no-compile").out
    assert "mine/sums is no paper's experiment" in nalm("cite", "mine/sums").err


def test_an_entry_point_that_cannot_be_used_is_left_out_and_named(mine, monkeypatch):
    Path(mine).write_text(FILE.replace("mine/sums", NAME))
    installed(monkeypatch, a="nothing:here", b="mine:number", c="mine:sums", d="mine:curve")
    entries = _catalogue.load_entries()
    assert entries[NAME] == small_experiment()
    assert "mine/curve" in entries
    listed = nalm("list").err
    assert "a = nothing:here of `nalm.experiments` was left out: ModuleNotFoundError" in listed
    assert "b = mine:number of `nalm.experiments` was left out: TypeError" in listed
    assert f"{NAME} is left out: the catalogue has another" in listed


def test_there_is_nothing_to_cite(mine):
    outcome = nalm("cite", "mine.py:sums")
    assert outcome.code == 2
    assert (
        "cite: mine.py:sums is no paper's experiment, so there is nothing to cite." in outcome.err
    )


def test_changed_code_trains_anew_and_says_so():
    text = EXAMPLE.read_text("utf-8")
    words = ("run", "rates.py:rate", "--quick")
    for change, said in (("", False), ("# why\n", False), (".neg()", True)):
        Path("rates.py").write_text(
            change + text if change[:1] == "#" else text.replace(".log()", f".log(){change}")
        )
        done = nalm(*words)
        line = "The code of rates.Powers has changed: 2 stored runs of its old code are not used."
        assert (line in done.out) == said
        assert ("are in nalm.db." in done.out) == (change[:1] == "#")
    Path("rates.py").write_text(text.replace(".log()", ".log().relu()"))
    nothing = nalm("report", "rates.py:rate", "--quick", "--where", "unit=Powers")
    assert "nalm.db has no runs of own/rate yet. Train them with: nalm run" in nothing.err
    assert "The code of rates.Powers has changed: 4 stored runs" in nothing.err
    with Store("nalm.db", read_only=True) as store:
        assert len(store.keys()) == 8  # two runs of each of three units, two of them again


def test_the_example_is_run_and_reported():
    assert nalm("run", f"{EXAMPLE}:rate", "--quick").code == 0
    shown = nalm("report", f"{EXAMPLE}:rate", "--quick", "--format", "json")
    assert {row["unit"] for row in json.loads(shown.out)} == {"Powers", "NMRU", "MLP"}


@pytest.mark.thorough
def test_the_examples_unit_solves_its_task():
    nalm("run", f"{EXAMPLE}:rate", "--seeds", "3", "--no-compile", "--where", "unit=Powers")
    shown = nalm("report", f"{EXAMPLE}:rate", "--seeds", "3", "--where", "unit=Powers")
    assert "1.00 (0.44–1.00)" in shown.out
