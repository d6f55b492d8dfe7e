"""The built site in a browser; `make docs` builds it."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.browser import CHROMIUM, starts

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
SITE = ROOT / "site"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address():
    if not (SITE / "index.html").exists():
        pytest.skip("no site: run `make docs`")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    if not starts():
        pytest.skip("no chromium that starts: install Debian's package `chromium`")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM)
        yield started
        started.close()


@pytest.fixture
def page(browser, address):
    opened = browser.new_page(viewport={"width": 400, "height": 900})
    asked, said = [], []
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("console", lambda message: said.append(message.text))
    yield opened
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
    assert said == []
    opened.close()


def names():
    return sorted(str(path.relative_to(SITE)) for path in SITE.rglob("*.html"))


def test_no_page_is_wider_than_a_telephone(page, address):
    wide = {}
    for name in names():
        page.goto(f"{address}/{name}")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > 400:
            wide[name] = width
    assert wide == {}
    assert len(names()) > 40


@pytest.mark.parametrize("name", ["index", "reproductions", "field", "discover", "api/nalm.units"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_wider_than_its_window(page, address, name, scheme):
    page.set_viewport_size({"width": 1300, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{address}/{name}.html")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1300
    assert page.evaluate("document.body.dataset.mdColorScheme") == (
        "slate" if scheme == "dark" else "default"
    )


def table(page, address, name="published"):
    page.goto(f"{address}/reproductions.html")
    found = page.locator(f"[data-table={name}]")
    found.locator("tbody tr").first.wait_for()
    return found


def column(found, number):
    return found.locator(f"tbody td:nth-child({number})").all_inner_texts()


def test_the_reproductions_are_filtered(page, address):
    found = table(page, address)
    found.locator("select[name=verdict]").select_option("=differs")
    found.locator("select[name=paper]").select_option("=trask2018")
    assert set(column(found, 1)) == {"trask2018"}
    assert set(column(found, 7)) == {"differs"}
    assert found.get_by_role("status").inner_text() == "13 of 1,798 rows"
    offered = found.locator("select[name=experiment] option").all_inner_texts()
    assert all(name.startswith(("trask2018/", "experiment: all")) for name in offered)


def test_the_reproductions_are_searched(page, address):
    found = table(page, address)
    found.get_by_role("searchbox").fill("NMRU [-2,2) fig3")
    rows = found.locator("tbody tr").all_inner_texts()
    assert rows
    assert all("NMRU" in row and "[-2,2)" in row and "fig3" in row for row in rows)
    found.get_by_role("searchbox").fill("no such words")
    assert found.locator("tbody tr").count() == 0


def test_the_reproductions_are_sorted_up_and_down(page, address):
    found = table(page, address)
    found.locator("select[name=paper]").select_option("=curry2025dmu")
    head = found.get_by_role("columnheader", name="published")
    head.get_by_role("button").click()
    values = [float(text.split()[0]) for text in column(found, 5)]
    assert values == sorted(values)
    assert head.get_attribute("aria-sort") == "ascending"
    head.get_by_role("button").click()
    values = [float(text.split()[0]) for text in column(found, 5)]
    assert values == sorted(values, reverse=True)


def test_search_finds_a_page(page, address):
    page.set_viewport_size({"width": 1300, "height": 900})
    page.goto(f"{address}/index.html")
    page.get_by_role("textbox", name="Search").fill("posterior")
    page.locator(".md-search-result__item a").first.wait_for()
    assert page.locator(".md-search-result__item").count() > 0


def test_tutorials_have_their_titles_and_the_order_of_the_overview(page, address):
    page.set_viewport_size({"width": 1300, "height": 900})
    page.goto(f"{address}/tutorials/index.html")
    titles = page.get_by_role("article").locator("td:first-child a").all_inner_texts()
    beside = page.locator(".md-sidebar--primary .md-nav__item--active .md-nav__link")
    assert len(titles) == 6
    assert beside.all_inner_texts()[-6:] == titles


def test_a_law_what_to_trust_and_its_export_are_three_clicks_away(page, address):
    page.set_viewport_size({"width": 1300, "height": 900})
    page.goto(f"{address}/index.html")
    page.get_by_role("article").get_by_role("link", name="From a CSV to a law").click()
    assert page.url.endswith("from-csv-to-law.html")
    page.get_by_role("article").get_by_role("link", name="Uncertainty").click()
    assert page.url.endswith("uncertainty.html")
    page.get_by_role("article").get_by_role("link", name="export").click()
    assert page.url.endswith("from-csv-to-law.html#4-take-it-with-you")
