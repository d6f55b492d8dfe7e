from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from nalm.cli._discovery._options import discovery_options
from nalm.inquiry._request import Wanted
from tests.cli.discovery._asked import asked

DATA = Path("data.csv")


def test_names_may_have_spaces():
    request, _, _ = asked("--target", "y z", "--inputs", "a b, c")
    assert request.inputs == ("a b", "c")


def test_what_is_wanted_is_kept():
    wanted = asked("--target", "y", "--format", "json", "--save", "m.json", "--quiet")[2]
    assert wanted == Wanted(kind="json", save=Path("m.json"), quiet=True)


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
    def command(*, requests, effort, wanted):
        raise AssertionError

    Path("data.csv").touch()
    result = CliRunner().invoke(command, ["data.csv", "--target", "y", "--functions", "exp,sine"])
    assert result.exit_code == 2
    assert "'--functions'" in result.stderr
    assert "expected one of exp, log, sin" in " ".join(result.stderr.split())


def test_what_a_message_suggests_is_the_column_for_every_option():
    named = ("--target", '"a, b"', "--weights", '"""w"""', "--group", "g")
    request, _, _ = asked(*named)
    assert request.named == {"--target": "a, b", "--weights": '"w"', "--group": "g"}
    request, _, _ = asked("--time", '"t, s"', "--trajectory", '"run, 1"')
    assert request.named == {"--time": "t, s", "--trajectory": "run, 1"}
