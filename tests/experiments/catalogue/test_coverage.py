"""The catalogue has what docs/coverage.md says, and the page has what the catalogue has."""

import re
from pathlib import Path

import pytest

from nalm.experiments.catalogue import entries

PAGE = Path(__file__).parents[3] / "docs" / "coverage.md"
NAMES = re.findall(r"`((?:field|[a-z]+\d{4}[a-z]*)/[^`…]+)`", PAGE.read_text(encoding="utf-8"))
ON_ONE_LINE = ("mistry2021division/appendix-", "mistry2021division/distributions")
FROM_THE_CODE = {"mistry2021division/fig4-nru-nmru", "mistry2021division/fig4-redundancy"}


@pytest.mark.parametrize("name", NAMES)
def test_every_table_and_figure_is_in_the_catalogue(name):
    assert name in entries()


def test_the_page_names_every_entry():
    rest = set(entries()) - set(NAMES) - FROM_THE_CODE
    assert [name for name in sorted(rest) if not name.startswith(ON_ONE_LINE)] == []


def test_every_paper_has_a_section():
    assert {name.split("/")[0] for name in NAMES} == {each.paper for each in entries().values()}
