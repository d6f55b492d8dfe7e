import pytest
from page_tables import PUBLISHED
from untrained import ELSEWHERE, listing, relisted

from nalm.experiments import Experiment
from nalm.experiments.catalogue import entries

NAMES = [each.name for each in entries().values() if isinstance(each, Experiment)]
FIRST, SECOND = NAMES[:2]


def page(counts):
    """Write a page with so many runs of each experiment."""
    return "\n".join(
        f"### Title of {name}\n\n`nalm report {name}` (Figure 1: left): {runs} of {all_} runs, 0 "
        "diverged. 7 of 9 runs by hand.\n"
        for name, (runs, all_) in counts.items()
    )


def test_what_has_no_section_is_listed_in_the_order_of_the_catalogue():
    lines = listing(page({FIRST: (10, 10)})).split("\n")
    assert lines[:2] == ["### Not trained yet", ""]
    expected = [name for name in NAMES if name != FIRST and name not in ELSEWHERE]
    assert lines[2] == ", ".join(f"`{name}`" for name in expected)


def test_what_is_reported_elsewhere_is_said_to_be_there():
    text = listing("")
    assert "`field/single-module` [there](field.md)" in text
    assert set(ELSEWHERE) <= set(NAMES)


def test_what_lacks_runs_is_trained_in_part():
    text = listing(page({FIRST: (1200, 4500), SECOND: (10, 10)}))
    assert f"Trained in part: `{FIRST}` (1,200 of 4,500 runs)\n" in text
    assert SECOND not in text


def test_nothing_is_written_where_all_runs_are_there():
    assert listing(page(dict.fromkeys(NAMES, (5, 5)))) == ""


@pytest.mark.parametrize("rest", ["", f"{PUBLISHED}\n\n| paper |\n"])
def test_the_list_of_a_page_is_made_anew(rest):
    sections = page(dict.fromkeys(NAMES[1:], (5, 5))) + "\n"
    old = sections + f"### Not trained yet\n\n`{SECOND}`; of `{FIRST}` depths 4 to 6\n\n" + rest
    assert relisted(old) == sections + f"### Not trained yet\n\n`{FIRST}`\n\n" + rest
    assert relisted(relisted(old)) == relisted(old)


def test_a_page_without_a_list_stays():
    assert relisted(page({FIRST: (1, 5)})) == page({FIRST: (1, 5)})
