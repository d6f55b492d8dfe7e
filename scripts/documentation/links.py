"""Where the links of the documentation lead, also to files that lie outside of its folder."""

import os
import posixpath
import re
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath

DOCS = "docs"
OUTSIDE = "repository"
"""The folder of the site that shows files of the repository outside of docs."""

LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))|(^\[[^\]]+\]:\s+)([^\s#]+)", re.MULTILINE)
FENCE = re.compile(r"^( *)(```+|~~~+).*?^ *\2[ \t]*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
LANGUAGES = {".py": "python", ".toml": "toml", ".sh": "bash", ".cff": "yaml", "": "text"}


def replace_links(text: str, change: Callable[[str], str]) -> str:
    """Change the target of every relative link that stands outside of code."""

    def one(match: re.Match[str]) -> str:
        before, target, after = match[1] or match[4], match[2] or match[5], match[3] or ""
        return match[0] if is_elsewhere(target) else f"{before}{change(target)}{after}"

    parts, end = [], 0
    for code in FENCE.finditer(text):
        # A link whose words are code is cut in two by it; its target stands behind the code.
        parts += [LINK.sub(one, text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, LINK.sub(one, text[end:])])


def is_elsewhere(target: str) -> bool:
    """Say whether a target is an address of the web and no file."""
    return re.match(r"[a-z]+:|//|/|<", target) is not None


def targets(text: str) -> list[str]:
    """Return the targets of all relative links."""
    found: list[str] = []
    replace_links(text, lambda target: found.append(target) or target)
    return found


def linked_outside(root: Path, pages: Iterable[str]) -> list[str]:
    """Return the files and folders outside of docs that pages link to, and what those link to."""
    waiting, found = list(pages), dict[str, None]()
    while waiting:
        page = waiting.pop()
        for target in targets((root / page).read_text(encoding="utf-8")):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
            inside = path.split("/")[0] == DOCS
            if inside or path in found or not (root / path).exists():
                continue
            found[path] = None
            if path.endswith(".md"):
                waiting.append(path)
    return sorted(found)


def address(root: Path, path: str) -> str:
    """Return where the site has a file or folder of the repository, as a path of its sources."""
    if path.split("/")[0] == DOCS:
        return posixpath.relpath(path, DOCS)
    place = f"{OUTSIDE}/{path}"
    if path == "README.md":
        return f"{OUTSIDE}/about.md"  # a README would be the index of its folder
    if (root / path).is_dir():
        return f"{place}/index.md"
    return f"{place}.md" if PurePosixPath(path).suffix in LANGUAGES else place


def in_site(root: Path, text: str, *, page: str) -> str:
    """Return the text of a page of the repository with links as the site has them."""
    start = posixpath.dirname(address(root, page))

    def change(target: str) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
        if path.split("/")[0] == DOCS == page.split("/")[0] or not (root / path).exists():
            return target
        return posixpath.relpath(address(root, path), start or ".")

    return replace_links(text, change)


def shown(root: Path, path: str) -> str | None:
    """Return the page that shows a file or folder; None for a file that is copied as it is."""
    file = root / path
    if file.is_dir():
        entries = "".join(
            f"- `{name}`\n" for name in sorted(os.listdir(file)) if name[0] not in "._"
        )
        return f"# {path}\n\n{entries}"
    if path.endswith(".md"):
        return in_site(root, file.read_text(encoding="utf-8"), page=path)
    language = LANGUAGES.get(file.suffix)
    if language is None:
        return None
    return f"# {path}\n\n``````{language}\n{file.read_text(encoding='utf-8').rstrip()}\n``````\n"


def slug(heading: str, separator: str) -> str:
    """Return the anchor of a heading as repository browsers make it."""
    kept = re.sub(r"[^\w\- ]", "", heading.lower())
    return kept.replace(" ", separator)
