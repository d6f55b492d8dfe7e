import re

from hypothesis import given
from hypothesis import strategies as st

from nalm.reports.formats import find_format
from nalm.reports.formats._latex import latex_escape
from tests.reports.examples import all_reports, sweep_report

COMMANDS = (
    r"\\textbackslash\{\}|\\textasciitilde\{\}|\\textasciicircum\{\}|\\text(?:less|greater|bar)\{\}"
    r"|\{\[\}|\{\]\}|\\[{}&%$#_]|\$[^$]*\$"
)


@given(st.text(alphabet=st.sampled_from("ab \\{}&%$#_~^<>|[]–∪×•εσ\n"), max_size=30))
def test_escaped_text_holds_only_known_commands(text):
    rest = re.sub(COMMANDS, "", latex_escape(text))
    assert not re.search(r"[\\{}&%$#_~^<>|\[\]∪×•εσ–\n]", rest)


@given(st.text(alphabet=st.characters(whitelist_categories=["L", "N"], max_codepoint=0x7F)))
def test_plain_text_stays(text):
    assert latex_escape(text) == text


def test_the_table_uses_booktabs_and_is_balanced():
    text = find_format("latex").render(all_reports()[0]).decode()
    for rule in ("toprule", "midrule", "bottomrule"):
        assert text.count(f"\\{rule}") == 1
    bare = re.sub(r"\\[{}]", "", text)
    assert bare.count("{") == bare.count("}")
    assert r"Mixed \& 100 \% \textless{}odd\textgreater{}" in text
    body = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert len({len(re.findall(r"(?<!\\)&", line)) for line in body}) == 1


def test_tables_below_are_tables_with_labels_of_their_own():
    text = find_format("latex").render(sweep_report()).decode()
    assert text.count(r"\begin{tabular}") == 2
    assert r"\label{tab:p-sweep}" in text
    assert r"\label{tab:p-w-measurements}" in text
