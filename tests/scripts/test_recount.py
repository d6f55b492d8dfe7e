from pathlib import Path

import pytest
from recount import count_table, recount

PAGE = Path(__file__).parents[2] / "docs" / "reproductions.md"
TEXT = """# Words, agrees

| claim | verdict |
| --- | --- |
| 1.00 (0.21–1.00)<br>paper 1, agrees | agrees |

## Every trained experiment

### Two ranges

| range | NMU | NAU |
| --- | --- | --- |
| [1,2) | {cell} | 1.00 (0.72–1.00)<br>paper 1, agrees<br>9k |

## Every published number

| paper | published numbers | agree | differ | no verdict |
| --- | --- | --- | --- | --- |
| paper | 7 | 7 | 7 | 7 |

### paper/ranges: published numbers

| number | paper | here | runs | verdict | reason |
| --- | --- | --- | --- | --- | --- |
| NMU mul [1,2) success_rate | 1 | 1 (0.2 to 1) | {line} |
| NAU mul [1,2) success_rate | 1 | 1 (0.7 to 1) | 10 of 50 | differs | why |
"""
SAME = "1.00 (0.72–1.00)<br>paper 1, agrees", "5 of 50 | agrees | "


def page(cell=SAME[0], line=SAME[1]):
    return recount(TEXT.format(cell=cell, line=line))


@pytest.mark.parametrize(
    ("cell", "judged"),
    [
        ("1.00 (0.21–1.00)<br>paper 1, agrees<br>9k", "too few runs"),
        ("0.00 (0.00–0.49)<br>paper 0.9, differs<br>–", "too few runs"),
        ("0.75 (0.301 to 0.954)<br>paper 0.8, agrees", "too few runs"),
        ("1.00 (0.57–1.00)<br>paper 1, agrees<br>9k", "agrees"),
        ("3.2 (1 to 4)<br>median 3<br>paper 3, median 3, differs<br>2 not finite", "differs"),
        ("1.00 (0.21–1.00)<br>9k", ""),
        ("–<br>–", ""),
    ],
)
def test_the_interval_of_a_rate_tells_its_runs(cell, judged):
    expected = cell
    for before in ("agrees", "differs"):
        expected = expected.replace(before, judged)
    assert f"| [1,2) | {expected} | 1.00 (0.72–1.00)<br>paper 1, agrees<br>9k |" in page(cell=cell)


@pytest.mark.parametrize(
    ("line", "judged"),
    [
        ("3 of 100 | agrees | ", "3 of 100 | too few runs | "),
        ("1 of 50 | differs | why", "1 of 50 | too few runs | "),
        ("4 of 4 | – | ", "4 of 4 | too few runs | "),
        ("5 of 50 | agrees | ", "5 of 50 | agrees | "),
        ("1 of 1 | – | ", "1 of 1 | – | "),  # the paper has no more either
        ("0 of 50 | – | not trained", "0 of 50 | – | not trained"),
        ("– | agrees | ", "– | agrees | "),  # computed
    ],
)
def test_the_column_of_runs_tells_those_of_a_published_number(line, judged):
    assert f"| NMU mul [1,2) success_rate | 1 | 1 (0.2 to 1) | {judged} |" in page(line=line)


def test_verdicts_are_counted_and_nothing_else_changes():
    found = page(line="3 of 100 | agrees | ")
    assert "| agree | differ | too few runs | no verdict |\n" in found
    assert "| paper | 2 | 0 | 1 | 1 | 0 |" in found
    headlines = TEXT[: TEXT.index("## Every trained")]
    assert found.startswith(headlines)
    assert recount(found) == found


def test_papers_are_counted_in_alphabetical_order():
    verdicts = {"b": ["agrees", "–", ""], "a": ["too few runs", "differs"]}
    assert count_table(verdicts)[2:] == ["| a | 2 | 0 | 1 | 1 | 0 |", "| b | 3 | 1 | 0 | 0 | 2 |"]


def test_the_page_of_the_docs_has_its_verdicts_by_the_rule_of_today():
    text = PAGE.read_text(encoding="utf-8")
    assert recount(text) == text
