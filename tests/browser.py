"""Chromium without a window: what it makes of a page, and what it says on its console."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Error, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--no-sandbox",
    "--disable-quic",
    # Not even the browser's own services.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


CLIPPED = """
    const style = (e) => getComputedStyle(e);
    const scrolls = (e) => ["auto", "scroll"].includes(style(e).overflowX);
    const around = (e) => { while (e && !scrolls(e)) e = e.parentElement; return e; };
    const name = (e) => {
      const kind = e.className.baseVal ?? e.className;
      return `${e.tagName}.${kind}: ${e.textContent.trim().slice(0, 40)}`;
    };
    const apart = "svg *, math *, .skip, script, noscript";
    const shown = [...document.body.querySelectorAll("*")].filter(
      (e) => e.checkVisibility() && !e.closest(apart) && e.getClientRects().length);
    const beyond = (e) => {
      const box = e.getBoundingClientRect();
      return box.right > innerWidth + 1 || box.left < -1;
    };
    const over = (e) => e.scrollWidth > e.clientWidth + 1;
    const clipped = shown.filter((e) => beyond(e) && !around(e.parentElement));
    const hidden = shown.filter((e) => ["hidden", "clip"].includes(style(e).overflowX) && over(e));
    const wide = shown.filter((e) => scrolls(e) && over(e));
    const told = (e) => e.dataset.more === "right" && style(e).maskImage !== "none";
    const silent = wide.filter((e) => !told(e));
    const crying = shown.filter((e) => "wide" in e.dataset && !wide.includes(e));
    const faults = [clipped, hidden, silent, crying].map((those) => those.map(name));
    return [innerWidth, document.documentElement.scrollWidth, ...faults];
"""
"""What a reader cannot see and is not told of: width of window and page, what is cut by the window
or by a box, boxes that are wider than their place without a cue, and cues for nothing."""


@dataclass(frozen=True, kw_only=True)
class Visit:
    """What a browser made of a page."""

    document: str
    console: list[str]
    result: object


@contextmanager
def browsing(*, size=(1280, 900), theme=None) -> Iterator[BrowserContext]:
    """Start a browser with a window of a size."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        width, height = size
        yield browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, accept_downloads=True
        )
        browser.close()


def starts() -> bool:
    """Say whether there is a browser that starts."""
    try:
        with browsing():
            return CHROMIUM is not None
    except Error:
        return False


def listen(page: Page) -> list[str]:
    """Return a list that fills with the warnings and errors of a page."""
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text) if line.type != "log" else None)
    page.on("pageerror", lambda error: said.append(f"Uncaught {error}"))
    return said


def visit(path: Path, script="return null;", *, picture=None, fragment="", size=(1280, 900)):
    """Open a page, run a script, and perhaps take a picture."""
    with browsing(size=size) as context:
        page = context.new_page()
        console = listen(page)
        page.goto(path.as_uri() + fragment)
        result = page.evaluate(f"() => {{ {script} }}")
        page.wait_for_timeout(50)  # what is said on the console comes a moment later
        if picture is not None:
            page.screenshot(path=picture)
        return Visit(document=page.content(), console=console, result=result)
