"""Every Python example of the documentation runs, and every link leads somewhere."""

import importlib
import re
from pathlib import Path

import pytest

from tests._tiers import thorough

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^( *)```python\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
SKETCHES = {"architecture.md", "CONTRIBUTING.md"}  # interfaces and templates, not programs

LONG = {"uncertainty.md"}


def pages_with_code():
    return [p for p in PAGES if p.name not in SKETCHES and BLOCK.search(p.read_text("utf-8"))]


@pytest.mark.parametrize(
    "page",
    [thorough(p) if p.name in LONG else p for p in pages_with_code()],
    ids=lambda page: page.name,
)
def test_examples_run(page, registries, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for _, code in BLOCK.findall(page.read_text("utf-8")):
        exec(compile(code, str(page), "exec"), names)


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
        "nalm.networks",
        "nalm.tasks",
        "nalm.training",
        "nalm.experiments",
        "nalm.results",
        "nalm.statistics",
        "nalm.discovery",
        "nalm.symbolic",
        "nalm.reports",
        "nalm.reports.discovery",
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
