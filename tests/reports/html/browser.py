"""Chromium without a window: what it makes of a page, and what it says on its console."""

import base64
import hashlib
import html
import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--hide-scrollbars", "--enable-logging=stderr"),
    "--host-resolver-rules=MAP * ~NOTFOUND",  # not even the browser's own services
)


LEAST_WIDTH = 500
"""Pixels below which chromium's window does not shrink; a narrower page is shown in a frame."""

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

    @property
    def result(self):
        """What the driver returned."""
        (text,) = re.findall(r'<pre id="driver">(.*?)</pre>', self.document, flags=re.DOTALL)
        return json.loads(html.unescape(text))


def version() -> str:
    """Return the version of the browser; empty if there is none that starts."""
    if CHROMIUM is None:
        return ""
    done = subprocess.run([CHROMIUM, "--version"], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def visit(path: Path, *flags: str, fragment: str = "", size=(1280, 900)) -> Visit:
    """Open a page and let its script run."""
    command = [
        *(CHROMIUM, *FLAGS, *flags, f"--user-data-dir={path.parent / 'profile'}"),
        *(f"--window-size={size[0]},{size[1]}", "--dump-dom", path.as_uri() + fragment),
    ]
    shutil.rmtree(path.parent / "profile", ignore_errors=True)
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return Visit(document=done.stdout, console=console)


def framed(page: str, width: int, height: int) -> str:
    """Show a page with a driver in a frame, as narrow as no window can be."""
    script = """
    addEventListener("load", () => {
      const inside = document.querySelector("iframe").contentDocument;
      document.body.append(document.importNode(inside.getElementById("driver"), true));
    });
    """
    style = f"border: 0; width: {width}px; height: {height}px"
    frame = f'<iframe style="{style}" srcdoc="{html.escape(page)}"></iframe>'
    return f'<!doctype html><body style="margin: 0">{frame}<script>{script}</script></body>'


def with_driver(page: str, script: str) -> str:
    """Add a script that the page's policy allows; it shows what its function returns."""
    text = f"""
    const result = (() => {{ {script} }})();
    const place = document.createElement("pre");
    place.id = "driver";
    place.textContent = JSON.stringify(result);
    document.body.append(place);
    """
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    allowed = page.replace("script-src ", f"script-src 'sha256-{digest}' ")
    return allowed.replace("</body>", f"<script>{text}</script></body>")
