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
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
BLOCK = re.compile(r"^( *)```python\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
SKETCHES = {"architecture.md", "CONTRIBUTING.md"}  # interfaces and templates, not programs

LONG = {"uncertainty.md"}
SEARCHES = {
    "discover.md": {
        "What may help", "Constants with units", "What is known of the law", "Groups",
    },
    "discover-dynamics.md": {"Functions"},
    "my-form.md": {"The verdict"},
}  # fmt: skip
"""Page → headings of sections with longer searches than it begins with: for `make test-all`."""
TUTORIAL = ROOT / "docs" / "tutorial-new-unit.md"
ANY_BLOCK = re.compile(r"^```(python|)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def pages_with_code():
    without = {*SKETCHES, TUTORIAL.name}
    return [p for p in PAGES if p.name not in without and BLOCK.search(p.read_text("utf-8"))]


def blocks(page):
    """Yield the examples of a page, each with the heading that it stands under."""
    heading, place = "", 0
    text = page.read_text("utf-8")
    for found in BLOCK.finditer(text):
        headings = HEADING.findall(text, place, found.start())
        heading, place = [heading, *headings][-1], found.end()
        yield heading, found[2]


def cases():
    """Yield every page with the sections to leave out; pages with such ones also whole."""
    for page in pages_with_code():
        left = SEARCHES.get(page.name, set())
        mark = thorough if page.name in LONG else pytest.param
        yield mark(page, left, id=page.name)
        if left:
            yield thorough(page, set(), id=f"all of {page.name}")


@pytest.mark.parametrize(("page", "left"), list(cases()))
@pytest.mark.filterwarnings("ignore::nalm.errors.UnfinishedWarning")  # on a slow machine
def test_examples_run(page, left, registries, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for heading, code in blocks(page):
        if heading not in left:
            exec(compile(code, str(page), "exec"), names)


@pytest.mark.parametrize("name", SEARCHES)
def test_what_is_left_out_are_sections_with_examples(name):
    assert {heading for heading, _ in blocks(ROOT / "docs" / name)} > SEARCHES[name]


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
