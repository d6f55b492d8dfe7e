import re

import click
import pytest

from nalm.cli._laboratory._catalogue import load_listing
from nalm.cli._laboratory._list_layout import Line, in_columns, on_terminal
from nalm.cli._laboratory._listed import Listed


def catalogue():
    return [Line(name=name, entry=entry) for name, entry in load_listing().items()]


def plain(texts):
    return [click.unstyle(text) for text in texts]


@pytest.mark.parametrize("stored", ["", "in nalm.db"])
@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_no_name_is_cut_or_folded_and_no_line_is_wider_than_the_terminal(width, stored):
    lines = plain(on_terminal(catalogue(), stored=stored, width=width))
    first = [line.split()[0] for line in lines if not line.startswith(" ")]
    assert [name for name in first if name != "name"] == [each.name for each in catalogue()]
    assert max(map(len, lines)) <= width
    assert "…" not in "".join(lines)


def test_a_name_that_is_longer_than_the_terminal_is_whole_too():
    lines = plain(on_terminal(catalogue(), width=30))
    assert {each.name for each in catalogue()} <= set(lines)


def test_a_pipe_gets_one_line_for_each_with_its_title():
    header, *lines = in_columns(catalogue(), stored="in nalm.db")
    assert [line.split()[0] for line in lines] == [each.name for each in catalogue()]
    assert all(each.entry.title in line for each, line in zip(catalogue(), lines, strict=True))
    assert header.split()[0] == "name"


def test_costs_stand_below_each_other_and_the_state_beside_them():
    entry = Listed(name="p/w", title="T", source="S", runs=1200, run_steps=3_000_000, seconds=61)
    line = Line(name="p/w", entry=entry, wanted=1200, stored=7)
    header, row = in_columns([line], stored="in a.db")
    assert re.split(r"\s{2,}", row) == ["p/w", "1,200", "3.0 M", "1 min 1 s", "7 of 1,200", "T (S)"]
    assert header.index("time") + len("time") == row.index("1 min 1 s") + len("1 min 1 s")
    name, *others = plain(on_terminal([line], stored="in a.db", width=24))
    assert name == "p/w"
    assert "7 of 1,200 stored" in " ".join(map(str.strip, others))
