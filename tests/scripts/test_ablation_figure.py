"""The figure of the SPU's parts shows what its page says."""

import re
from pathlib import Path

import pytest
from ablation_figure import report

PAGE = Path(__file__).parents[2] / "docs" / "signed-power-unit.md"
TASKS = ("division", "product", "product of three", "reciprocal")
WORDS = {
    "the whole unit": "the whole unit",
    "the sign from": "sign from |W|, not P",
    "the Real NPU's phase": "phase of W, not P",
    "one weight": "one weight, not A − B",
    "no penalty": "no penalty",
    "the floor": "no floor of y²",
    "the true gradient": "true gradient",
    "no gradient clipping": "no gradient clipping",
}


def rows_of_the_page():
    table = PAGE.read_text("utf-8").split("| without it |")[1]
    return re.findall(
        r"^\| (.+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", table, flags=re.MULTILINE
    )


def test_the_page_has_a_row_for_every_part():
    assert len(rows_of_the_page()) == len(WORDS) == report().frame["part"].nunique()


@pytest.mark.parametrize("row", rows_of_the_page(), ids=lambda row: row[0][:12])
def test_the_rates_are_those_of_the_page(row):
    name, *counts = row
    part = next(part for words, part in WORDS.items() if name.startswith(words))
    frame = report().frame.query("range == 'all nine'").set_index(["part", "task"])
    for task, count in zip(TASKS, counts, strict=True):
        assert frame.loc[(part, task), "solved"] == pytest.approx(int(count) / 225)


def test_every_task_has_nine_ranges_and_all_of_them():
    sizes = report().frame.groupby(["task", "part"]).size()
    assert len(sizes) == 4 * 8
    assert set(sizes) == {10}
