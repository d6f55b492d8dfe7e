"""The page of the reproductions is the one that the script would begin, and says what it shows."""

import re
from pathlib import Path

from page_tables import PUBLISHED
from reproductions import HEAD, SOLVED_AT, section

from nalm.experiments.catalogue import entries
from nalm.reports import report_entry
from nalm.results import Store

PAGE = Path(__file__).parents[2] / "docs" / "reproductions.md"
STEPS = re.compile(r"<br>(?:\d+k|–) \|")
"""The end of a cell that says when its runs were solved."""


def test_the_page_begins_as_the_script_begins_it():
    assert PAGE.read_text("utf-8").startswith(HEAD)


def test_every_table_that_says_when_says_which_mean_it_is():
    trained = PAGE.read_text("utf-8").removeprefix(HEAD).split(PUBLISHED)[0]
    blocks = trained.split("\n\n")
    before = dict(zip(blocks[1:], blocks, strict=False))
    telling = [block for block in blocks if block.startswith("| ") and STEPS.search(block)]
    assert len(telling) > 50
    assert {before[block] for block in telling} == {SOLVED_AT}
    assert blocks.count(SOLVED_AT) == len(telling)


def test_a_new_section_says_it_too(tmp_path):
    experiment = entries()["mistry2021division/fig4"]
    with Store(tmp_path / "empty.db") as store:
        report = report_entry(experiment, store)
    written = section(experiment, report, runs=0).split("\n\n")
    assert written[2] == SOLVED_AT
    assert written[3].startswith("| range | Real NPU (modified) |")
