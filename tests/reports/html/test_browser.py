"""The page in a browser: it sorts, opens, finds and changes its theme, and asks for nothing."""

from dataclasses import replace
from functools import cache

import matplotlib.image
import pytest
from playwright.sync_api import Error

from nalm.reports.html import Absence, Document, make_chapter, render
from tests.browser import CLIPPED, starts, visit
from tests.reports.examples import all_reports, curve_report, surface_report
from tests.reports.html.examples import chapter, report, settings

pytestmark = pytest.mark.browser

WALK = """
    const luminance = ([r, g, b]) => {
      const part = (c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
      return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    };
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgb = (text) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = text;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      return a < 255 ? null : [r / 255, g / 255, b / 255];
    };
    const back = (e) => rgb(getComputedStyle(e).backgroundColor);
    const behind = (element) => back(element) ?? behind(element.parentElement);
    const weak = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      if (!texts.currentNode.data.trim() || element.closest("svg, script, noscript")) continue;
      const [a, b] = [rgb(getComputedStyle(element).color), behind(element)].map(luminance);
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < 4.5) weak.push([texts.currentNode.data.trim(), contrast]);
    }
    return weak;
"""
OPEN = "document.querySelector('tr.live').click();"


@pytest.fixture(autouse=True, scope="module")
def chromium():
    if not starts():
        pytest.skip("no chromium that starts: install Debian's package `chromium`")


@cache
def laboratory():
    gone = Absence(name="a/b", title="Gone", reason="not trained yet", command="nalm run a/b")
    chapters = (
        make_chapter(report(), settings(), command="nalm run p/w"),
        make_chapter(curve_report()),
        make_chapter(surface_report()),
        chapter(name="nobody1999/what", title="Something else"),
    )
    return render(Document(title="Laboratory", chapters=chapters, absences=(gone,))).decode()


@cache
def kinds():
    """Every kind of report in one page, with names as long as the catalogue has them."""
    reports = [
        replace(each, name=f"paper/{k}-{'long-name-' * 4}") for k, each in enumerate(all_reports())
    ]
    return render(Document(title="Kinds", chapters=tuple(map(make_chapter, reports)))).decode()


@cache
def alone(which):
    """One report of each kind, as `nalm report NAME --format html` writes it."""
    chapter = make_chapter(all_reports()[which], command="nalm report " + 20 * "word ")
    return render(Document(title="", chapters=(chapter,))).decode()


def written(page):
    pages = {"laboratory": laboratory, "kinds": kinds}
    return pages[page]() if page in pages else alone(int(page))


@pytest.fixture
def drive(tmp_path):
    def run(script, *, page="laboratory", **options):
        path = tmp_path / "page.html"
        path.write_text(written(page), encoding="utf-8")
        seen = visit(path, script, **options)
        assert seen.console == []
        return seen.result

    return run


def test_the_page_as_it_is_runs_quietly_and_follows_a_link_to_runs(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(laboratory(), encoding="utf-8")
    seen = visit(path, fragment="#mistry2021division-fig3-3")
    assert seen.console == []
    assert "Theme: automatic</button>" in seen.document
    assert seen.document.count('<tr class="detail">') == 1
    assert "12 runs: unit NMRU" in seen.document


def test_the_page_asks_for_nothing(drive):
    assert (
        drive(f"{OPEN} return performance.getEntriesByType('resource').map((e) => e.name);") == []
    )


def test_what_the_page_may_not_ask_for_is_noticed(drive):
    with pytest.raises(AssertionError, match="action has been blocked"):
        drive("""
            const picture = document.createElement("img");
            picture.src = "http://localhost/picture.png";
            document.body.append(picture);
            return 0;
        """)


def test_a_driver_that_fails_is_noticed(drive):
    with pytest.raises(Error, match="notThere is not defined"):
        drive("return notThere();")


def test_a_column_sorts_by_its_numbers_up_and_down(drive):
    up, down, states = drive("""
        const table = document.querySelector("table[data-of]");
        const button = table.querySelectorAll("thead button")[3];
        const column = () => [...table.tBodies[0].rows].map((row) => row.cells[3].dataset.v);
        const press = () => { button.focus(); document.activeElement.click(); return column(); };
        const [up, down] = [press(), press()];
        return [up, down, [...table.querySelectorAll("th[aria-sort]")].map((h) => h.ariaSort)];
    """)
    assert sorted(map(float, up)) == list(map(float, up)) != list(map(float, down))
    assert down == up[::-1] or sorted(map(float, down), reverse=True) == list(map(float, down))
    assert states[3] == "descending"
    assert set(states[:3] + states[4:]) == {"none"}


def test_words_sort_as_words_and_missing_numbers_last(drive):
    agree, papers = drive("""
        const table = document.querySelector(".overview");
        const press = (k) => table.querySelectorAll("thead button")[k].click();
        const column = (k) => [...table.tBodies[0].rows].map((row) => row.cells[k].textContent);
        press(4);
        press(4);
        const agree = column(4);
        press(0);
        return [agree, column(0)];
    """)
    assert agree[0] == "1 of 2"
    assert set(agree[1:]) == {"–"}
    assert papers == sorted(papers)


def test_a_line_opens_its_runs_which_stay_with_it(drive):
    count, expanded, after, closed = drive("""
        const table = document.querySelector("table[data-of]");
        const row = table.querySelectorAll("tr.live")[2];
        const button = row.querySelector("button.opens");
        button.click();
        const detail = row.nextElementSibling;
        const count = detail.querySelector("tbody").rows.length;
        const expanded = button.ariaExpanded;
        table.querySelectorAll("thead button")[0].click();
        const after = row.nextElementSibling === detail;
        button.click();
        return [count, expanded, after, document.querySelectorAll("tr.detail").length];
    """)
    assert (count, expanded, after, closed) == (12, "true", True, 0)


def test_the_list_of_runs_shows_and_sorts_what_is_stored(drive):
    heads, first, errors = drive("""
        const details = document.querySelector("details.runs");
        details.open = true;
        details.dispatchEvent(new Event("toggle"));
        const table = details.querySelector(".list table");
        const heads = [...table.tHead.rows[0].cells].map((head) => head.textContent);
        const first = [...table.tBodies[0].rows[0].cells].map((cell) => cell.textContent);
        table.querySelectorAll("thead button")[heads.indexOf("Test error")].click();
        const column = heads.indexOf("Test error");
        const cells = [...table.tBodies[0].rows].map((row) => row.cells[column]);
        const errors = cells.map((cell) => Number(cell.textContent));
        return [heads, first, errors];
    """)
    assert heads[:3] == ["Unit", "Range", "Seed"]
    assert first == ["NRU", "[-2,2)", "0", "yes", "1,000", "1.00e-1", "0", "0.50", "no", first[-1]]
    assert len(errors) == 30
    assert errors == sorted(errors)


def test_search_leaves_what_matches(drive):
    shown, hits, message, everything = drive("""
        const search = document.getElementById("search");
        const type = (text) => { search.value = text; search.dispatchEvent(new Event("input")); };
        const seen = (name) => [...document.querySelectorAll(name)].filter((e) => !e.hidden);
        const shown = () => seen(".chapter").map((chapter) => chapter.id);
        type("NMRU division fig3");
        const found = shown();
        const entries = seen(".contents [data-entry]").length;
        const message = document.getElementById("found").textContent;
        type("");
        return [found, entries, message, shown().length];
    """)
    assert shown == ["mistry2021division-fig3"]
    assert (hits, message, everything) == (1, "1 of 4 experiments", 4)


def test_the_theme_goes_round(drive):
    names, colours = drive("""
        const button = document.getElementById("theme");
        const colour = () => getComputedStyle(document.body).backgroundColor;
        const press = () => { button.click(); return [button.textContent, colour()]; };
        const steps = [press(), press(), press()];
        return [steps.map(([name]) => name), steps.map(([, shade]) => shade)];
    """)
    assert names == ["Theme: light", "Theme: dark", "Theme: automatic"]
    assert colours[0] != colours[1]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_has_a_contrast_of_4_5(drive, theme):
    assert drive(f"document.documentElement.dataset.theme = '{theme}'; {OPEN} {WALK}") == []


@pytest.mark.parametrize("width", [400, 800, 1300, 1600])
@pytest.mark.parametrize("page", ["laboratory", "kinds", *map(str, range(10))])
def test_nothing_is_cut_and_what_is_wider_than_its_place_says_so(drive, page, width):
    open_all = "document.querySelectorAll('details').forEach((each) => { each.open = true; });"
    look = f"dispatchEvent(new Event('resize')); {CLIPPED}"
    opened = f"{OPEN if page == 'laboratory' else ''} {open_all}"
    window, content, *faults = drive(f"{opened} {look}", page=page, size=(width, 900))
    assert (window, content) == (width, width)
    assert faults == [[], [], [], []]


def test_what_is_not_shown_is_folded_until_asked_for(drive):
    script = "return [document.querySelector('#missing details').open, location.hash];"
    assert drive(script) == [False, ""]
    assert drive(script, fragment="#missing") == [True, "#missing"]


@pytest.mark.parametrize(("theme", "bright"), [("light", True), ("dark", False)])
def test_a_picture_of_the_page_has_its_theme(drive, tmp_path, theme, bright):
    picture = tmp_path / "page.png"
    script = f"document.documentElement.dataset.theme = '{theme}'; return 0;"
    drive(script, picture=picture)
    pixels = matplotlib.image.imread(picture)[..., :3]
    assert (pixels.mean() > 0.5) == bright
    assert pixels.std() > 0.05
