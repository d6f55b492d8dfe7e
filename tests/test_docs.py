"""Every Python example of the documentation runs, and every link leads somewhere."""

import importlib
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests._tiers import thorough
from tests.cli.examples import nalm

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^( *)```python\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
SKETCHES = {"architecture.md", "CONTRIBUTING.md"}  # interfaces and templates, not programs

LONG = {"uncertainty.md"}
TUTORIAL = ROOT / "docs" / "tutorial-new-unit.md"
ANY_BLOCK = re.compile(r"^```(python|)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def pages_with_code():
    without = {*SKETCHES, TUTORIAL.name}
    return [p for p in PAGES if p.name not in without and BLOCK.search(p.read_text("utf-8"))]


@pytest.mark.parametrize(
    "page",
    [thorough(p) if p.name in LONG else p for p in pages_with_code()],
    ids=lambda page: page.name,
)
@pytest.mark.filterwarnings("ignore::nalm.errors.UnfinishedWarning")  # on a slow machine
def test_examples_run(page, registries, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for _, code in BLOCK.findall(page.read_text("utf-8")):
        exec(compile(code, str(page), "exec"), names)


@pytest.mark.thorough
def test_the_tutorial_runs_block_by_block(capsys, monkeypatch, tmp_path):
    """A block that begins with the name of a file is added to it; the others are executed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    names: dict[str, object] = {}
    text = TUTORIAL.read_text("utf-8")
    for language, code in ANY_BLOCK.findall(text):
        file = re.match(r"# (\w+\.py)\n", code)
        if file:
            sys.modules.pop("quotient", None)  # imported before the block was added
            with Path(file[1]).open("a", encoding="utf-8") as written:
                written.write(code)
        elif language == "python":
            capsys.readouterr()
            exec(compile(code, str(TUTORIAL), "exec"), names)
            printed = capsys.readouterr().out
            for line in printed.splitlines():  # whose runs all do the same, on any machine
                assert f"    {line}\n" in text or line.startswith("NMRU")
        else:
            for line in code.splitlines():
                outcome = nalm(*shlex.split(line)[1:])
                assert outcome.code == 0, outcome.err
    assert Path("curves.png").stat().st_size > 1000
    assert Path("division.html").stat().st_size > 1000
    changed = Path("quotient.py").read_text("utf-8").replace("above / below", "above / below + 0")
    Path("quotient.py").write_text(changed, encoding="utf-8")
    said = nalm("run", "quotient.py:division", "--no-compile", "--where", "unit=Quotient").out
    assert "The code of quotient.Quotient has changed: 40 stored runs of its old code" in said
    assert "All 40 runs" in nalm("run", "quotient.py:division", "--where", "unit=NMRU").out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_readme_examples_are_found():
    assert ROOT / "README.md" in pages_with_code()


@pytest.mark.parametrize(
    "package",
    [
        "nalm",
        "nalm.units",
        "nalm.networks",
        "nalm.tasks",
        "nalm.training",
        "nalm.experiments",
        "nalm.experiments.catalogue",
        "nalm.results",
        "nalm.statistics",
        "nalm.discovery",
        "nalm.symbolic",
        "nalm.reports",
        "nalm.reports.discovery",
        "nalm.reports.formats",
        "nalm.reports.html",
        "nalm.backends",
        "nalm.testing",
    ],
)
def test_every_public_name_is_in_the_api_page_and_documented(package):
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    module = importlib.import_module(package)
    for name in module.__all__:
        assert f"`{name}`" in page, f"docs/api.md lacks {package}.{name}"
        value = getattr(module, name)
        if callable(value):
            assert value.__doc__, f"{package}.{name} has no docstring"
