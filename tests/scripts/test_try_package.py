import sys
import tarfile

import pytest
import try_package

from nalm.app._examples import EXAMPLES
from tests.cli.examples import nalm


def test_a_row_is_markdown():
    assert try_package.row(["Python", "units"]) == "| Python | units |"


def test_the_trials_see_no_checkout():
    kept = {"PATH": "/bin", "HOME": "/root"}
    assert try_package.without_checkout({**kept, "PYTHONPATH": "src", "NALM_STORE": "a.db"}) == kept


@pytest.mark.parametrize("name", ["version", "units", "data"])
def test_what_is_tried_is_a_program(name):
    [python, option, code] = try_package.trials("0.1.0")[name]
    assert (python, option) == ("python", "-c")
    compile(code, name, "exec")


def test_the_version_is_asked_for():
    assert "'1.2.3'" in try_package.trials("1.2.3")["version"][-1]


def test_every_example_of_the_app_is_in_the_wheel():
    included = try_package.project()["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included["examples/data"] == "nalm/app/data"
    for example in EXAMPLES:
        assert (try_package.ROOT / "examples" / "data" / example.file).exists()


@pytest.mark.parametrize("name", ["list", "demo", "discover"])
def test_the_commands_that_are_tried_exist(name):
    [program, command, *_] = try_package.trials("0.1.0")[name]
    assert program == "nalm"
    assert nalm(command, "--help").code == 0


def test_tests_are_unpacked_without_the_package(tmp_path):
    for name in ("nalm-1/src/nalm/__init__.py", "nalm-1/tests/test_it.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.touch()
    with tarfile.open(tmp_path / "source.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "nalm-1", "nalm-1")
    place = try_package.unpack_tests(tmp_path / "source.tar.gz", tmp_path / "out")
    assert (place / "tests" / "test_it.py").exists()
    assert not (place / "src").exists()


def test_a_command_that_fails_says_why(tmp_path, capsys):
    assert try_package.run([sys.executable, "-c", "pass"], tmp_path)
    assert not try_package.run([sys.executable, "-c", "raise SystemExit('no disk')"], tmp_path)
    assert "no disk" in capsys.readouterr().err
