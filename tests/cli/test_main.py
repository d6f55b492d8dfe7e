import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from nalm.cli import main
from nalm.errors import CompilationError, InvalidTypeError, NalmError, StoreError
from tests.cli.examples import nalm

PROGRAM = Path(sys.executable).with_name("nalm")


def test_help_names_every_command():
    out = nalm("--help").out
    for name in ("list", "run", "report", "store", "merge", "discover", "cite", "demo"):
        assert re.search(rf"^  {name} ", out, re.MULTILINE)
        assert nalm(name, "--help").code == 0


def test_help_says_both_jobs_of_the_program_with_the_commands_of_each():
    about, _, commands = nalm("--help").out.partition("Options:")
    for word in ("discovery", "laboratory", "units", "equation"):
        assert word in about.lower()
    discovery, laboratory = commands.partition("Discovery:")[2].split("Laboratory:")
    assert re.search(r"^  discover ", discovery, re.MULTILINE)
    assert re.search(r"^  run ", laboratory, re.MULTILINE)


COMMANDS = {"": main, **main.commands}


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_no_mark_for_the_formatter_in_it(name):
    out = nalm(*name.split(), "--help").out
    assert "\b" not in out
    assert r"\b" not in out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_in_a_help_has_a_line_of_its_own(name):
    written = [line.strip() for line in COMMANDS[name].help.splitlines()]
    examples = [line for line in written if line.startswith("nalm ")]
    assert len(examples) >= 2 or name not in ("", "discover")
    shown = [line.strip() for line in nalm(*name.split(), "--help").out.splitlines()]
    assert [line for line in shown if line.startswith("nalm ")] == examples


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_its_terminal_and_breaks_no_option(name, width):
    result = CliRunner().invoke(main, [*name.split(), "--help"], terminal_width=width)
    lines = result.output.splitlines()
    assert max(map(len, lines)) <= width
    assert not [line for line in lines if re.search(r"--\w[\w-]*-$", line)]


def test_version():
    assert nalm("--version").out.split()[-1] == version("nalm")


@pytest.mark.parametrize(
    ("error", "code"),
    [(StoreError, 1), (CompilationError, 1), (NalmError, 1), (InvalidTypeError, 2)],
)
def test_an_error_of_nalm_is_one_line_with_a_code(error, code):
    @click.command("fail")
    def fail():
        raise error("what was expected")

    group = type(main)("group", commands={"fail": fail})
    result = CliRunner().invoke(group, ["fail"])
    assert (result.exit_code, result.stderr) == (code, "Error: what was expected\n")


def test_ctrl_c_anywhere_has_its_usual_code():
    @click.command("wait")
    def wait():
        raise KeyboardInterrupt

    group = type(main)("group", commands={"wait": wait})
    result = CliRunner().invoke(group, ["wait"])
    assert (result.exit_code, result.stderr) == (130, "Interrupted.\n")


def test_the_program_is_installed_and_says_errors_without_traceback(tmp_path):
    done = subprocess.run(
        [PROGRAM, "run", "mistry2021division/fig33"], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 2
    assert "Did you mean mistry2021division/fig" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_help_loads_neither_the_catalogue_nor_what_draws():
    script = "import sys, nalm.cli; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"pandas", "matplotlib", "scipy", "rich", "nalm.experiments"} & set(loaded)


def test_the_program_runs_as_a_module_too():
    words = [sys.executable, "-m", "nalm", "--version"]
    said = subprocess.run(words, capture_output=True, text=True, check=True)
    assert said.stdout.split()[-1] == version("nalm")
