from pathlib import Path

import pytest
from carry import carry, main
from page_tables import PUBLISHED

from nalm.experiments.catalogue import entries

PAGE = Path(__file__).parents[2] / "docs" / "reproductions.md"
TEXT = """# Reproductions

{head}

## Every trained experiment

### Seven ranges

`nalm report paper/ranges` (Figure 3): {runs} of 200 runs, {diverged} diverged. 200 runs.

| range | NMU | NAC• |
| --- | --- | --- |
| [1,2) | {near} | {first} |
| [10,20) | {far} | –<br>– |
| all | {pooled} | {all_first} |

## Every published number

| paper | published numbers | agree | differ | too few runs | no verdict |
| --- | --- | --- | --- | --- | --- |
| paper | 2 | {agree} | {differ} | {few} | {none} |

### paper/ranges: published numbers

| number | paper | here | runs | verdict | reason |
| --- | --- | --- | --- | --- | --- |
| NMU mul [1,2) success_rate | 1 | {near_line} |
| NMU mul [10,20) success_rate | 1 | {far_line} |
"""
MISSING = "– | 0 of 50 | – | not trained here (cost)"
OLD = {
    "head": "Old words.",
    "runs": 10,
    "diverged": 1,
    "near": "0.40 (0.17–0.69)<br>paper 1, differs<br>9k",
    "first": "1.00 (0.21–1.00)<br>7k",
    "far": "–<br>–",
    "pooled": "0.400 (0.17–0.69)",
    "all_first": "1.000 (0.21–1.00)",
    "agree": 0,
    "differ": 1,
    "few": 0,
    "none": 1,
    "near_line": "0.4 (0.168 to 0.687) | 10 of 50 | differs | why",
    "far_line": MISSING,
}
NEW = {
    "head": "New words.",
    "runs": 2,
    "diverged": 1,
    "near": "–<br>–",
    "first": "–<br>–",
    "far": "1.00 (0.34–1.00)<br>paper 1, too few runs<br>5k",
    "pooled": "1.000 (0.34–1.00)",
    "all_first": "–",
    "agree": 0,
    "differ": 0,
    "few": 1,
    "none": 1,
    "near_line": MISSING,
    "far_line": "1 (0.342 to 1) | 2 of 50 | too few runs | ",
}


def test_gaps_are_filled_and_what_is_there_stays():
    both = {**OLD, "head": "New words.", "runs": 12, "diverged": 2, "far": NEW["far"]}
    both |= {"pooled": "0.500 (0.25–0.75)", "few": 1, "none": 0, "far_line": NEW["far_line"]}
    assert carry(TEXT.format(**OLD), TEXT.format(**NEW)) == TEXT.format(**both)


def test_more_runs_of_a_cell_replace_it():
    more = {"first": "0.80 (0.49–0.94)<br>8k", "all_first": "0.800 (0.49–0.94)"}
    both = {**OLD, "head": "New words.", "runs": 21, "diverged": 2, "far": NEW["far"], **more}
    both |= {"pooled": "0.500 (0.25–0.75)", "few": 1, "none": 0, "far_line": NEW["far_line"]}
    new = TEXT.format(**{**NEW, "runs": 12, **more})
    assert carry(TEXT.format(**OLD), new) == TEXT.format(**both)


def test_a_number_of_more_runs_replaces_one_of_fewer():
    line = "0.9 (0.699 to 0.972) | 20 of 50 | agrees | "
    near = "0.90 (0.70–0.97)<br>paper 1, agrees<br>9k"
    new = TEXT.format(**{**NEW, "runs": 22, "near": near, "near_line": line})
    page = carry(TEXT.format(**OLD), new)
    assert f"| {line} |" in page
    assert "| paper | 2 | 1 | 0 | 1 | 0 |" in page
    assert ": 22 of 200 runs" in page


def test_a_page_without_runs_changes_nothing():
    none = {**NEW, "head": OLD["head"], "runs": 0, "diverged": 0, "far": "–<br>–"}
    none |= {"pooled": "–", "few": 0, "none": 2, "far_line": MISSING}
    assert carry(TEXT.format(**OLD), TEXT.format(**none)) == TEXT.format(**OLD)


def test_an_experiment_with_all_its_runs_is_taken_whole():
    cells = {
        "near": "0.20 (0.01–0.80)",
        "far": "words",
        "pooled": "–",
        "near_line": "0.2 | 9 of 9 | agrees | ",
    }
    new = TEXT.format(**{**NEW, **cells, "runs": 200, "diverged": 0})
    page = carry(TEXT.format(**OLD), new)
    assert page == new.replace("| 2 | 0 | 0 | 1 | 1 |", "| 2 | 1 | 0 | 1 | 0 |")


def test_an_experiment_with_more_runs_than_it_has_is_not_whole():
    with pytest.raises(ValueError, match="runs that the old page does not have"):
        carry(TEXT.format(**OLD), TEXT.format(**{**OLD, "runs": 1200}))


def test_a_note_does_not_make_an_experiment_whole():
    noted = TEXT.replace("200 runs.", "Of 3 of 3 starts.")
    with pytest.raises(ValueError, match="runs that the old page does not have"):
        carry(noted.format(**OLD), noted.format(**OLD))


def test_a_new_experiment_is_put_where_the_catalogue_has_it():
    titles = [each.title for each in list(entries().values())[:3]]
    old, new = (TEXT.replace("Seven ranges", titles[place]) for place in (2, 1))
    new = new.format(**{**NEW, "runs": 200})
    page = carry(old.format(**OLD), new)
    headings = [line for line in page.split("\n") if line.startswith("#")]
    assert headings[2:4] == [f"### {titles[1]}", f"### {titles[2]}"]
    partly = new.replace("200 of 200", "199 of 200")
    assert carry(old.format(**OLD), partly) == page.replace("200 of 200", "199 of 200")
    with pytest.raises(ValueError, match="found also"):
        carry(old.format(**OLD), partly.replace(titles[1], "Another title"))


def test_measured_rates_of_more_runs_replace_others():
    old, new = (
        TEXT.format(
            **{**page, "near": cell, "far": "–", "pooled": "–", "all_first": "–", "first": "–"}
        )
        for page, cell in ((OLD, "1 (0.207 to 1)"), (NEW, "0.3 (0.108 to 0.603)"))
    )
    assert "| [1,2) | 0.3 (0.108 to 0.603) |" in carry(old, new)
    assert "| [1,2) | 1e-05 (1e-06 to 1e-04) |" in carry(
        old.replace("1 (0.207 to 1)", "1e-05 (1e-06 to 1e-04)"),
        new.replace("0.3 (0.108 to 0.603)", "0.4 (0.3 to 0.5)"),
    )


def test_runs_that_are_there_are_not_counted_twice():
    with pytest.raises(ValueError, match="runs that the old page does not have"):
        carry(TEXT.format(**OLD), TEXT.format(**OLD))


def test_an_experiment_that_is_not_there_is_named():
    other = TEXT.format(**NEW).replace("### Seven ranges", "### Nine ranges")
    with pytest.raises(ValueError, match="Nine ranges"):
        carry(TEXT.format(**OLD), other)


def test_a_row_that_is_not_there_is_named():
    other = TEXT.format(**NEW).replace("| [10,20) |", "| [20,30) |")
    with pytest.raises(ValueError, match=r"found also \['\[20,30\)'\]"):
        carry(TEXT.format(**OLD), other)


def test_rows_that_the_new_page_lacks_stay():
    lines = TEXT.format(**{**NEW, "head": OLD["head"]}).split("\n")
    rows = ("| [10,20)", "| NMU mul [10,20)", "`nalm report")
    other = "\n".join(line for line in lines if not line.startswith(rows))
    assert carry(TEXT.format(**OLD), other) == TEXT.format(**OLD)


def test_the_page_of_the_docs_can_be_carried_on():
    """With an empty page nothing changes but its introduction, which is the script's."""
    page = PAGE.read_text(encoding="utf-8")
    mark = "## Every trained experiment"
    assert carry(page, page[: page.index(mark)] + mark) == page.rstrip() + "\n"


def test_a_whole_experiment_stands_before_those_that_are_not_trained():
    title = list(entries().values())[-1].title
    old = TEXT.format(**OLD).replace(
        PUBLISHED, f"### Not trained yet\n\n`paper/rest`\n\n{PUBLISHED}"
    )
    new = f"### {title}\n\n`nalm report paper/new`: 20 of 20 runs, 0 diverged.\n\n"
    page = carry(old, TEXT.format(**NEW).replace(PUBLISHED, new + PUBLISHED))
    assert (
        page.index("### Seven ranges") < page.index(f"### {title}") < page.index("### Not trained")
    )


SECTION = """### {name}: published numbers

| number | paper | here | runs | verdict | reason |
| --- | --- | --- | --- | --- | --- |
| NMU mul [1,2) success_rate | 1 | 1 (0.722 to 1) | 10 of 10 | agrees |  |
"""


def test_published_numbers_of_experiments_that_are_not_there_are_added_in_order():
    names = ["schloer2020/experiment1", "schloer2020/experiment4", "trask2018/fig1-adam"]
    old = TEXT.format(**OLD) + "".join(f"\n{SECTION.format(name=name)}" for name in names)
    more = ["trask2018/functions", "schloer2020/experiment3", "heim2020/table-a2"]
    new = TEXT.format(**NEW) + "".join(f"\n{SECTION.format(name=name)}" for name in more)
    page = carry(old, new)
    found = [line for line in page.split("\n") if line.endswith(": published numbers")]
    # Paper by paper as the table above them, and within a paper as the catalogue.
    assert found == [
        f"### {name}: published numbers"
        for name in (
            *("heim2020/table-a2", "paper/ranges", "schloer2020/experiment1"),
            *("schloer2020/experiment3", "schloer2020/experiment4"),
            *("trask2018/fig1-adam", "trask2018/functions"),
        )
    ]
    assert page.count(SECTION.split("\n", 2)[2].strip()) == 6


def test_papers_that_are_not_there_are_counted_in_alphabetical_order():
    new = TEXT.format(**NEW).replace(
        "| paper | 2 |", "| curry | 3 | 3 | 0 | 0 | 0 |\n| paper | 2 |"
    )
    new += f"\n{SECTION.format(name='zzz2030/fig1')}\n{SECTION.format(name='abc2030/fig1')}"
    lines = carry(TEXT.format(**OLD), new).split("\n")
    place = next(at for at, line in enumerate(lines) if line.startswith("| paper | published"))
    assert lines[place + 2 : place + 6] == [
        "| abc2030 | 1 | 1 | 0 | 0 | 0 |",
        "| paper | 2 | 0 | 1 | 1 | 0 |",
        "| zzz2030 | 1 | 1 | 0 | 0 | 0 |",
        "",
    ]


def test_a_page_of_the_old_rule_is_judged_by_the_rule_of_today():
    old = TEXT.replace(" too few runs |", "", 1).replace("| {few} ", "").format(**OLD)
    new = TEXT.format(**NEW).replace("too few runs<br>", "agrees<br>")
    assert carry(old, new) == carry(TEXT.format(**OLD), TEXT.format(**NEW))


def test_one_page_is_recounted_and_two_are_merged(tmp_path, monkeypatch, capsys):
    pages = [tmp_path / "old.md", tmp_path / "new.md"]
    old = TEXT.format(**{**OLD, "far": "1.00 (0.34–1.00)<br>paper 1, agrees<br>5k"})
    for path, text in zip(pages, (old, TEXT.format(**NEW)), strict=True):
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["carry.py", str(pages[0])])
    main()
    assert capsys.readouterr().out == old.replace("paper 1, agrees", "paper 1, too few runs")
    pages[0].write_text(TEXT.format(**OLD), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["carry.py", *map(str, pages)])
    main()
    assert capsys.readouterr().out == carry(TEXT.format(**OLD), TEXT.format(**NEW))
