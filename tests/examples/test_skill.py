"""Every block of SKILL.md runs as it stands, and every link leads somewhere."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nalm.cli import main

ROOT = Path(__file__).parents[2]
SKILL = (ROOT / "SKILL.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall(SKILL)
COMMANDS = [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines()]
PROGRAMS = [text for kind, text in BLOCKS if kind == "python"]


@pytest.fixture
def elsewhere(monkeypatch, tmp_path):
    shutil.copytree(ROOT / "examples" / "data", tmp_path / "examples" / "data")
    monkeypatch.chdir(tmp_path)


def test_there_is_something_to_run():
    assert {kind for kind, _ in BLOCKS} == {"python", "sh"}
    assert {line.split()[1] for line in COMMANDS} >= {"list", "run", "report", "cite", "discover"}


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_a_program_runs(program, elsewhere):
    exec(compile(program, "SKILL.md", "exec"), {})


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_and_its_options_exist(command, elsewhere):
    _, name, *arguments = shlex.split(command)
    main.commands[name].make_context(name, arguments)  # reads the options, runs nothing


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_runs(command, elsewhere):
    name, *arguments = shlex.split(command)
    assert name == "nalm"
    if arguments[0] == "report":  # it shows what the command before it has trained
        nalm("run", arguments[1], "--quick", "--quiet")
    assert nalm(*arguments).stdout


def nalm(*arguments):
    program = Path(sys.executable).parent / "nalm"
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#:]+)", SKILL):
        assert (ROOT / target).exists(), target


def test_it_is_short_and_begins_with_its_name_and_description():
    assert re.match(r"---\nname: nalm\ndescription: [^\n]{50,500}\n---\n", SKILL)
    assert len(SKILL.splitlines()) <= 100
