"""The paper keeps the limits of its journal, and says nothing that the documentation does not."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAPER = ROOT / "paper" / "paper.md"
_, HEAD, BODY = PAPER.read_text(encoding="utf-8").split("---\n", 2)
ENTRIES = (ROOT / "paper" / "paper.bib").read_text(encoding="utf-8")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
PAGES = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]


def test_it_has_as_many_words_as_the_journal_takes():
    assert 250 <= len(BODY.split()) <= 1000


def test_it_cites_what_it_lists_and_lists_what_it_cites():
    cited = {
        key for group in re.findall(r"\[(@[^\]]+)\]", BODY) for key in re.findall(r"@(\w+)", group)
    }
    assert cited == set(re.findall(r"^@\w+\{(\w+),", ENTRIES, re.MULTILINE))


def test_its_figures_are_those_of_the_documentation():
    figures = re.findall(r"\]\(([^)]+\.png)\)", BODY)
    assert figures
    for figure in figures:
        assert (PAPER.parent / figure).resolve().parent == ROOT / "docs"
        assert (PAPER.parent / figure).exists()


def test_its_numbers_stand_in_the_documentation():
    said = " ".join(page.read_text(encoding="utf-8") for page in PAGES)
    known = {number.rstrip(",") for number in NUMBER.findall(said)}
    for number in NUMBER.findall(BODY):
        assert number.rstrip(",") in known, number


def test_its_authors_are_those_of_the_package():
    assert re.findall(r"- name: (nalm maintainers)$", HEAD, re.MULTILINE) == ["nalm maintainers"]
