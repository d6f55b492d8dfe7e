from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from nalm.cli._discovery._request import Effort, Request, Wanted, discovery_options
from nalm.errors import InvalidValueError
from tests.cli.discovery._asked import asked

DATA = Path("data.csv")


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
        ({"time": "t", "group": "g"}, "--group: expected a table without --time"),
        ({"target": "y", "dimensional_constants": True}, "--units with it, found no --units"),
        ({"time": "t", "units": DATA, "dimensional_constants": True}, "found --time"),
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
