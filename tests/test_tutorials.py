"""The tutorials run from top to bottom, say what to trust, and lead somewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "tutorials"
TUTORIALS = sorted(FOLDER.glob("*.py"))
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def markdown(path):
    """Return the text of the cells of Markdown."""
    cells = re.split(r"^# %%(.*)\n", path.read_text("utf-8"), flags=re.MULTILINE)
    pairs = zip(cells[1::2], cells[2::2], strict=True)
    texts = [text for kind, text in pairs if kind.strip() == "[markdown]"]
    return "\n".join(re.sub(r"^# ?", "", text, flags=re.MULTILINE) for text in texts)


def named(path):
    return path.stem


@pytest.mark.slow  # `make docs` executes them as well
@pytest.mark.compile
@pytest.mark.parametrize("path", TUTORIALS, ids=named)
def test_a_tutorial_runs(path, tmp_path):
    """Its assertions are what its text claims."""
    # Figures are drawn and not shown.
    warnings = ["-W", "error", "-W", "ignore:FigureCanvasAgg is non-interactive"]
    environment = {**os.environ, "MPLBACKEND": "agg", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, *warnings, str(path)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == []  # what it writes, it writes elsewhere


@pytest.mark.parametrize("path", TUTORIALS, ids=named)
def test_a_tutorial_begins_with_its_title_and_ends_with_what_to_trust(path):
    titles = re.findall(r"^#{1,2} .+", markdown(path), re.MULTILINE)
    assert [title[:2] for title in titles] == ["# ", *["##"] * (len(titles) - 1)]
    assert titles[-1] == "## What to trust"


@pytest.mark.parametrize("path", TUTORIALS, ids=named)
def test_links_lead_somewhere(path):
    for target in LINK.findall(markdown(path)):
        assert (FOLDER / target).exists(), f"{path.name} links to {target}"


def test_the_overview_lists_all_with_their_titles():
    overview = (FOLDER / "README.md").read_text("utf-8")
    assert len(TUTORIALS) == 6
    for path in TUTORIALS:
        title = markdown(path).strip().splitlines()[0].removeprefix("# ")
        assert f"[{title}]({path.name})" in overview


def test_the_whole_figure_is_quoted_as_it_was_measured():
    """The rates of the table in figure-6 stand, in this order, in a row of the reproductions."""
    page = (ROOT / "docs" / "reproductions.md").read_text("utf-8")
    measured = page[page.index("`nalm report mistry2021division/fig6`") :].split("\n### ")[0]
    text = markdown(FOLDER / "figure-6.py")
    rows = re.findall(r"^\| (\[.+?\)|all nine) \| (.+) \|$", text, re.MULTILINE)
    assert len(rows) == 5
    for name, cells in rows:
        (line,) = re.findall(
            rf"^\| {re.escape(name.removesuffix(' nine'))} \|.*", measured, re.MULTILINE
        )
        place = 0
        for rate in cells.split(" | "):
            place = line.index(rate, place) + 1
