"""What mkdocs does to the Markdown files besides, so that they read the same in a repository."""

import posixpath
import re
from pathlib import Path
from typing import Any

from documentation import formulas, links, results, tables
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, InclusionLevel

LOG = get_plugin_logger("site_hooks")
ROOT = Path(__file__).parents[1]
API_LINE = re.compile(r"^\| `(nalm[\w.]*)` \| (.+) \|$", re.MULTILINE)
TUTORIAL = re.compile(r"^\| \[(.+?)\]\((\S+\.py)\)", re.MULTILINE)
ASSETS = "assets/tables"
_made: dict[str, tables.Table] = {}


def on_config(config: Any) -> Any:
    """Name anchors as repositories do, and list tutorials and packages."""
    config.mdx_configs["toc"]["slugify"] = links.slug
    lists = {
        "Tutorials": tutorials(Path(config.docs_dir) / "tutorials"),
        "API": [{"Public names": "api.md"}, *[{name: f"api/{name}.md"} for name in api_packages()]],
    }
    config.nav = [_filled(entry, lists) for entry in config.nav]
    config.nav = [entry for entry in config.nav if entry != {"Tutorials": []}]
    return config


def _filled(entry: Any, lists: dict[str, list[Any]]) -> Any:
    (title,) = entry if isinstance(entry, dict) else ("",)
    return {title: lists[title]} if title in lists else entry


def tutorials(folder: Path) -> list[Any]:
    """Return the overview, and the tutorials that it names with their titles, in its order."""
    overview = folder / "README.md"
    if not overview.exists():
        return []
    named = TUTORIAL.findall(overview.read_text(encoding="utf-8"))
    return ["tutorials/README.md", *[{title: f"tutorials/{name}"} for title, name in named]]


def api_packages() -> dict[str, list[str]]:
    """Return the public names of every package, from the table of docs/api.md."""
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    return {name: re.findall(r"`(\w+)`", names) for name, names in API_LINE.findall(page)}


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that no Markdown file of docs has."""
    _made.clear()
    for name, members in api_packages().items():
        blocks = "".join(f"::: {name}.{member}\n\n" for member in members)
        files.append(File.generated(config, f"api/{name}.md", content=f"# {name}\n\n{blocks}"))
    pages = [
        f"docs/{file.src_uri}" for file in files if (ROOT / "docs" / file.src_uri).suffix == ".md"
    ]
    for path in links.linked_outside(ROOT, [page for page in pages if (ROOT / page).exists()]):
        files.append(_outside(config, path))
    for table in _tables():
        _made[table.name] = table
        files.append(File.generated(config, f"{ASSETS}/{table.name}.js", content=table.script()))
    return files


def _outside(config: Any, path: str) -> File:
    content = links.shown(ROOT, path)
    given = {"abs_src_path": str(ROOT / path)} if content is None else {"content": content}
    kind = InclusionLevel.NOT_IN_NAV
    return File.generated(config, links.address(ROOT, path), inclusion=kind, **given)


def _tables() -> list[tables.Table]:
    page = (ROOT / "docs" / "reproductions.md").read_text(encoding="utf-8")
    _, trained, _, published = results.parts(page)
    found = [
        results.published_table(published),
        results.trained_table(trained),
        results.experiments_table(trained),
    ]
    for path in sorted((ROOT / "docs").rglob("*.md")):
        for source, columns in tables.MARKER.findall(path.read_text(encoding="utf-8")):
            file = (path.parent / source).resolve()
            found.append(tables.read_table(file, columns, name=file.stem))
    return found


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Point links at the pages of the site, and put tables where they belong."""
    uri = page.file.src_uri
    if uri in {"reproductions.md", "field.md"}:
        page.meta["hide"] = ["toc"]  # whose tables need the width
    if uri == "reproductions.md":
        markdown = _reproductions(markdown)
    markdown = tables.MARKER.sub(lambda match: f"TABLE:{Path(match[1]).stem}", markdown)
    markdown = re.sub(
        r"^TABLE:(\S+)$", lambda match: _place(match[1], uri), markdown, flags=re.MULTILINE
    )
    source = f"docs/{uri}"
    return links.in_site(ROOT, markdown, page=source) if (ROOT / source).exists() else markdown


def _place(name: str, uri: str) -> str:
    start = posixpath.dirname(uri) or "."
    return _made[name].place(posixpath.relpath(f"{ASSETS}/{name}.js", start))


def _reproductions(page: str) -> str:
    """Put tables to choose from in the place of the long ones, and before what was written."""
    head, _, untrained, published = results.parts(page)
    introduction, headlines = head.split("\n## ", 1)
    counts, _ = published.split("### ", 1)
    return (
        f"{introduction}\n{results.PUBLISHED}\n\nTABLE:published\n\n{counts}\n"
        f"{results.TRAINED}\n\nTABLE:trained\n\n"
        f"### What each experiment is\n\nTABLE:experiments\n\n"
        f"{results.UNTRAINED}{untrained}\n## {headlines}"
    )


def on_page_content(html: str, page: Any, files: Any, **_: Any) -> str:
    """Draw formulas, and lead the links of notebooks to pages."""
    if not page.file.src_uri.endswith(".py"):
        return formulas.with_mathml(html)
    return re.sub(
        r'(<a [^>]*href=")([^":#]+\.(?:md|py))(#[^"]*)?"',
        lambda match: f'{match[1]}{_url(match[2], page, files)}{match[3] or ""}"',
        formulas.notebook_with_mathml(html),
    )


def _url(target: str, page: Any, files: Any) -> str:
    path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page.file.src_uri), target))
    found = files.get_file_from_path(links.address(ROOT, path))
    if found is None:
        LOG.warning("%s links to %s, which the site has not.", page.file.src_uri, target)
        return target
    return found.url_relative_to(page.file)
