"""Draw docs/architecture.svg from the imports: who imports whom, package by package.

python scripts/architecture_picture.py > docs/architecture.svg

A box stands in the lowest row that its imports allow: one above the highest box that it imports.
An arrow is left out where a longer way says the same. One package is opened, to show its folders.
"""

import ast
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "nalm"
OPENED = "discovery"
WIDTH, MARGIN, GAP = 1260, 18, 14
SIZE, HEIGHT, STEP = 140, 78, 108
"""Of a box, and from one row to the next."""
LINE, HEADING = 13, 46
CHARACTER = 5.9
"""Mean width of a character of a caption: no font is measured, so boxes leave some room."""
SWEEPS = 4

Graph = Mapping[str, set[str]]

STYLE = """
    .page { fill: #ffffff } .box { fill: #f6f8fa; stroke: #8c959f } .opened { fill: #eef6ff }
    .arrow { stroke: #8c959f; fill: none } .head { fill: #8c959f }
    .name { fill: #1f2328; font: 600 14px system-ui, sans-serif }
    .caption { fill: #59636e; font: 11px system-ui, sans-serif }
    @media (prefers-color-scheme: dark) {
      .page { fill: #0d1117 } .box { fill: #161b22; stroke: #6e7681 } .opened { fill: #10203a }
      .arrow { stroke: #6e7681 } .head { fill: #6e7681 }
      .name { fill: #e6edf3 } .caption { fill: #9198a1 }
    }
"""


@dataclass(frozen=True, kw_only=True)
class Box:
    """A package, a folder or a module: where it is drawn."""

    name: str
    x: float
    y: float
    width: float
    height: float


# ── The imports ───────────────────────────────────────────────────────────────────────────────────


def entries(folder: Path) -> dict[str, Path]:
    """Return what a folder holds, by name; its own `__init__` imports names for users only."""
    folders = {each.parent.name: each for each in folder.glob("*/__init__.py")}
    modules = {each.stem: each for each in folder.glob("*.py") if each.stem != "__init__"}
    return folders | modules


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports_within(folder: Path, dotted: str) -> Graph:
    """Return which entries of a folder each of its entries imports."""
    known = entries(folder)
    graph: dict[str, set[str]] = {name: set() for name in known}
    for name, place in known.items():
        for path in place.parent.rglob("*.py") if place.stem == "__init__" else [place]:
            tails = (each.removeprefix(f"{dotted}.") for each in imported(path) if dotted in each)
            graph[name] |= {tail.split(".")[0] for tail in tails} & known.keys() - {name}
    return graph


def rows_of(graph: Graph) -> list[list[str]]:
    """Sort the entries into rows, the lowest first: each above all that it imports."""
    found: list[list[str]] = []
    left = set(graph)
    while left:
        free = sorted(name for name in left if not graph[name] & left)
        if not free:
            raise ValueError(f"import each other in a circle: {sorted(left)}")
        found.append(free)
        left -= set(free)
    return found


def reduced(graph: Graph) -> Graph:
    """Leave out each arrow that a longer way implies."""
    return {
        name: {one for one in others if not any(one in reach(graph, other) for other in others)}
        for name, others in graph.items()
    }


def reach(graph: Graph, name: str) -> set[str]:
    return graph[name].union(*(reach(graph, other) for other in graph[name]))


def purpose(path: Path) -> str:
    """Return what a docstring says first, up to a colon, without the name it may begin with."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    parts = text.partition("\n")[0].replace("`", "").rstrip(".").split(": ")
    named = len(parts) > 1 and len(parts[0].split()) < 3
    said = parts[named]
    return said[:1].upper() + said[1:]


# ── Where everything goes ─────────────────────────────────────────────────────────────────────────


def in_order(rows: list[list[str]], graph: Graph) -> list[list[str]]:
    """Sort each row by the places of those that it imports and is imported by, a few times over."""
    linked = {
        name: graph[name] | {other for other in graph if name in graph[other]} for name in graph
    }
    place = {name: (k + 1) / (len(row) + 1) for row in rows for k, name in enumerate(row)}
    for row in [*rows, *reversed(rows)] * SWEEPS:
        middle = {
            name: sum(place[other] for other in linked[name]) / max(len(linked[name]), 1)
            for name in row
        }
        row.sort(key=lambda name: (middle[name], name))
        place |= {name: (k + 1) / (len(row) + 1) for k, name in enumerate(row)}
    return rows


def in_line(names: list[str], *, span: tuple[float, float], top: float) -> list[Box]:
    """Centre boxes between two edges."""
    start = (span[0] + span[1] - len(names) * (SIZE + GAP) + GAP) / 2
    return [
        Box(name=name, x=start + k * (SIZE + GAP), y=top, width=SIZE, height=HEIGHT)
        for k, name in enumerate(names)
    ]


def laid_out(graph: Graph, inner: Graph) -> tuple[list[Box], list[Box]]:
    """Place the packages, and the folders of the opened one inside its box.

    The opened package is tall and stands at the right, with what only it needs below. It reaches up
    to the row below the lowest that imports it; the rows at its left are spread over its height.
    """
    rows, inside = in_order(rows_of(graph), graph), in_order(rows_of(inner), inner)
    width = max(len(row) for row in inside) * (SIZE + GAP) + GAP
    tall = len(inside) * STEP + HEADING + GAP
    lowest = next(k for k, row in enumerate(rows) if OPENED in row)
    above = min(k for k, row in enumerate(rows) if any(OPENED in graph[name] for name in row))
    left, right = (MARGIN, WIDTH - MARGIN - width - GAP), (WIDTH - MARGIN - width, WIDTH - MARGIN)
    boxes: list[Box] = []
    parts: list[Box] = []
    top = float(MARGIN)
    for number in reversed(range(len(rows))):
        step = max(STEP, tall / (above - lowest)) if lowest <= number < above else STEP
        if number == above - 1:
            height = step * (above - lowest) - (STEP - HEIGHT)
            boxes.append(Box(name=OPENED, x=right[0], y=top, width=width, height=height))
            for place, names in enumerate(reversed(inside)):
                parts += in_line(names, span=right, top=top + HEADING + place * STEP)
        below = {name for name in rows[number] if number < lowest and name in graph[OPENED]}
        alone = {name for name in below if not any(name in graph[one] for one in beside(graph))}
        rest = [name for name in rows[number] if name not in {OPENED, *alone}]
        middle = (step - STEP) / 2
        narrow = bool(alone) or lowest <= number < above  # something stands at the right
        span = left if narrow else (MARGIN, WIDTH - MARGIN)
        boxes += in_line(rest, span=span, top=top + middle)
        boxes += in_line(sorted(alone), span=right, top=top)
        top += step
    return boxes, parts


def beside(graph: Graph) -> set[str]:
    """Return the packages that neither import the opened one nor are it."""
    return {name for name in graph if name != OPENED and OPENED not in reach(graph, name)}


# ── The drawing ───────────────────────────────────────────────────────────────────────────────────


def arrows(boxes: Iterable[Box], graph: Graph) -> Iterator[str]:
    place = {box.name: box for box in boxes}
    for name, others in sorted(graph.items()):
        for other in sorted(others):
            start, end = place[name], place[other]
            x, y = start.x + start.width / 2, start.y + start.height
            u, v = end.x + end.width / 2, end.y - 5
            bend = (v - y) / 2
            yield (
                f'<path class="arrow" marker-end="url(#head)" d="M{x:.0f} {y:.0f}'
                f'C{x:.0f} {y + bend:.0f} {u:.0f} {v - bend:.0f} {u:.0f} {v:.0f}"/>'
            )


def drawn(box: Box, caption: str) -> Iterator[str]:
    opened = box.name == OPENED
    lines = textwrap.wrap(caption, int((box.width - 12) / CHARACTER))
    shape = f'x="{box.x:.0f}" y="{box.y:.0f}" width="{box.width:.0f}" height="{box.height:.0f}"'
    yield f'<rect class="box{" opened" * opened}" rx="6" {shape}/>'
    texts = [("name", box.name), *(("caption", line) for line in lines)]
    for number, (kind, text) in enumerate(texts):
        place = f'x="{box.x + box.width / 2:.0f}" y="{box.y + 18 + number * LINE:.0f}"'
        yield f'<text class="{kind}" text-anchor="middle" {place}>{escape(text)}</text>'


def picture(package: Path = PACKAGE) -> str:
    graph = imports_within(package, "nalm")
    inner = imports_within(package / OPENED, f"nalm.{OPENED}")
    boxes, parts = laid_out(graph, inner)
    places = entries(package) | entries(package / OPENED)
    tall = max(box.y + box.height for box in boxes) + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall:.0f}" role="img">',
        "<title>The packages of nalm, and the folders of discovery: arrows are imports</title>",
        f"<style>{STYLE}</style>",
        '<defs><marker id="head" viewBox="0 0 6 6" refX="3" refY="3" markerWidth="6" '
        'markerHeight="6" orient="auto"><path class="head" d="M0 0L6 3L0 6z"/></marker></defs>',
        '<rect class="page" width="100%" height="100%"/>',
        *arrows(boxes, reduced(graph)),
        *(line for box in boxes for line in drawn(box, purpose(places[box.name]))),
        *arrows(parts, reduced(inner)),
        *(line for box in parts for line in drawn(box, purpose(places[box.name]))),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(picture())
