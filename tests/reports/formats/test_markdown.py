import re

from hypothesis import given
from hypothesis import strategies as st

from nalm.reports.formats import find_format
from nalm.reports.formats._markdown import markdown_escape
from tests.reports.examples import all_reports, sweep_report


@given(st.text())
def test_escaped_text_has_no_bare_markup_and_reads_back(text):
    escaped = markdown_escape(text)
    assert "\n" not in escaped
    assert not re.search(r"(?<!\\)(?:\\\\)*[|*_`<>\[\]]", escaped)
    assert re.sub(r"\\(.)", r"\1", escaped) == " ".join(text.split())


def test_every_line_of_the_table_has_as_many_cells():
    text = find_format("markdown").render(all_reports()[0]).decode()
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert len({len(re.findall(r"(?<!\\)\|", line)) for line in lines}) == 1
    assert text.startswith("## Mixed \\& 100 % \\<odd\\>")


def test_tables_below_have_headings():
    text = find_format("markdown").render(sweep_report()).decode()
    assert len([line for line in text.splitlines() if line.startswith("| ---")]) == 2
    assert "### Measurements" in text
