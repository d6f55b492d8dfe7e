import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from nalm.cli._discovery._request import Effort, Request, Wanted, command_line, discovery_options
from nalm.errors import InvalidValueError

DATA = Path("data.csv")


def asked(*words):
    """Return what the options make of a command line."""
    found = {}

    @click.command()
    @discovery_options
    def command(*, request, effort, wanted):
        found.update(request=request, effort=effort, wanted=wanted)

    Path("data.csv").touch()
    result = CliRunner().invoke(command, ["data.csv", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return found["request"], found["effort"], found["wanted"]


@pytest.mark.parametrize(
    "words",
    [
        ("--target", "y"),
        ("--target", "y", "--inputs", "a,b", "--weights", "w", "--drop-missing"),
        ("--target", "y", "--max-time", "2.5", "--starts", "7", "--seed", "3"),
        ("--time", "t", "--trajectory", "run", "--conserved", "S,I,R", "--conserved", "a,b"),
        ("--target", "y", "--noise", "relative"),
        ("--target", "y", "--functions", "exp,log"),
        ("--target", "y", "--functions", "none"),
    ],
)
def test_the_command_line_that_is_printed_asks_the_same(words):
    request, effort, _ = asked(*words)
    again = command_line(request, effort, report=None)
    assert sorted(shlex.split(again)[3:]) == sorted(words)
    assert asked(*shlex.split(again)[3:])[:2] == (request, effort)


def test_names_may_have_spaces():
    request, _, _ = asked("--target", "y z", "--inputs", "a b, c")
    assert request.inputs == ("a b", "c")


def test_what_is_wanted_is_kept():
    wanted = asked("--target", "y", "--format", "json", "--save", "m.json", "--quiet")[2]
    assert wanted == Wanted(kind="json", save=Path("m.json"), quiet=True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "either --target Y.* or --time T.*found neither"),
        ({"target": "y", "time": "t"}, "found both"),
        ({"target": "y", "trajectory": "run"}, "--trajectory: expected --time"),
        ({"target": "y", "conserved": (("a", "b"),)}, "--conserved: expected --time"),
        ({"time": "t", "weights": "w"}, "--weights: expected a table without --time"),
        ({"time": "t", "drop_missing": True}, "may have gaps"),
    ],
)
def test_what_does_not_go_together_is_refused(options, message):
    with pytest.raises(InvalidValueError, match=message):
        Request(data=DATA, **options)


def test_only_what_was_chosen_goes_to_the_estimator():
    assert Effort().given() == {"noise": "auto", "random_state": 0}
    assert Effort(max_time=3.0, seed=2).given()["max_time"] == 3.0


@pytest.mark.parametrize(
    ("words", "functions"),
    [((), None), (("--functions", "none"), ()), (("--functions", "exp, log"), ("exp", "log"))],
)
def test_functions_are_names_or_none(words, functions):
    effort = asked("--target", "y", *words)[1]
    assert effort.functions == functions
    assert effort.given().get("functions") == functions


def test_an_unknown_function_gets_a_list():
    @click.command()
    @discovery_options
    def command(*, request, effort, wanted):
        raise AssertionError

    Path("data.csv").touch()
    result = CliRunner().invoke(command, ["data.csv", "--target", "y", "--functions", "exp,sine"])
    assert result.exit_code == 2
    assert "'--functions'" in result.stderr
    assert "expected one of exp, log, sin" in " ".join(result.stderr.split())
