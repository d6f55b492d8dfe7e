"""The site's tables of results hold what docs/reproductions.md says."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from documentation import results

PAGE = Path(__file__).parents[3] / "docs" / "reproductions.md"


@cache
def parts():
    return results.parts(PAGE.read_text("utf-8"))


def records(table):
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def test_every_published_number_is_there_and_counted_as_the_page_says():
    _, _, _, published = parts()
    counted = Counter(
        (row["paper"], row["verdict"]) for row in records(results.published_table(published))
    )
    _, *lines = results.grid_lines(published.split("### ")[0])
    assert len(lines) > 5
    for paper, *numbers in lines:
        verdicts = ("agrees", "differs", "too few runs", "–")
        assert [counted[paper, verdict] for verdict in verdicts] == [int(n) for n in numbers[1:]]
    assert sum(counted.values()) == sum(int(line[1]) for line in lines)


def test_units_are_told_from_places():
    rows = records(results.published_table(parts()[3]))
    own = [row for row in rows if row["experiment"] == "curry2025dmu/fixed-operands"]
    assert {row["unit"] for row in own} == {"DMU (fixed operands, 11 norms)"}
    assert own[0]["number"] == "add [-20,-10) success_rate"


def test_every_cell_of_the_grids_is_there():
    _, trained, _, _ = parts()
    found = records(results.trained_table(trained))
    cells = sum(
        sum(1 for cell in line[1:] if cell)
        for _, text in results.sections(trained)
        for line in results.grid_lines(text)
        if not results.is_head(line[0])
    )
    assert len(found) == cells > 5000
    assert {row["verdict"] for row in found} == {"", "agrees", "differs", "too few runs"}


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (
            "0.30 (0.22–0.40)<br>paper 0.13, differs<br>57k",
            ["0.30 (0.22–0.40)", "57k", "0.13", "differs"],
        ),
        ("1.00 (0.87–1.00)<br>4k", ["1.00 (0.87–1.00)", "4k", "", ""]),
        (
            "15.6<br>median 15<br>paper 15.5, median 14, agrees",
            ["15.6", "median 15", "15.5, median 14", "agrees"],
        ),
        ("–", ["–", "", "", ""]),
    ],
)
def test_a_cell_is_split(cell, expected):
    assert results.split_cell(cell) == expected


def test_each_experiment_has_its_note():
    _, trained, _, _ = parts()
    found = records(results.experiments_table(trained))
    names = {row["experiment"] for row in found}
    assert names == {row["experiment"] for row in records(results.trained_table(trained))}
    assert all(row["runs and note"] for row in found)
