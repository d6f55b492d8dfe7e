"""What the options of `nalm discover` make of a command line."""

from pathlib import Path

import click
from click.testing import CliRunner

from nalm.cli._discovery._options import discovery_options


def asked(*words):
    """Return what the options make of a command line."""
    found = {}

    @click.command()
    @discovery_options
    def command(*, requests, effort, wanted, cluster):
        [request] = requests
        found.update(request=request, effort=effort, wanted=wanted)

    Path("data.csv").touch()
    result = CliRunner().invoke(command, ["data.csv", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return found["request"], found["effort"], found["wanted"]
