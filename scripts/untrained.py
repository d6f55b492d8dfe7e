"""Which experiments of the catalogue docs/reproductions.md has no runs of, or not all."""

import re
from collections.abc import Iterable, Mapping

from page_tables import PUBLISHED, UNTRAINED

from nalm.experiments import Experiment
from nalm.experiments.catalogue import entries

ELSEWHERE = {
    "mistry2021division/digits-8x8": "#learning-division-two-images-of-digits",
    "field/single-module": "field.md",
    "nalm2026spu/product-of-sums": "signed-power-unit.md",
    "nalm2026spu/quotient-of-sums": "signed-power-unit.md",
    "nalm2026spu/arithmetic-product": "signed-power-unit.md",
    "nalm2026spu/arithmetic-quotient": "signed-power-unit.md",
    "nalm2026spu/arithmetic-square": "signed-power-unit.md",
    "nalm2026spu/arithmetic-root": "signed-power-unit.md",
    "nalm2026spu/arithmetic-rows": "signed-power-unit.md",
}
"""Experiment → where its results are, if it has no section of its own."""

_SECTION = re.compile(r"^`nalm report (\S+)`.*?: (\d+) of (\d+) runs", re.MULTILINE)
_LIST = re.compile(
    f"^{re.escape(UNTRAINED)}$.*?(?=^{re.escape(PUBLISHED)}$|\\Z)", re.MULTILINE | re.DOTALL
)


def relisted(page: str) -> str:
    """Return a page whose list of what is not trained, if it has one, says so of its sections."""
    found = _LIST.search(page)
    if found is None:
        return page
    return page[: found.start()] + listing(page[: found.start()]) + page[found.end() :]


def listing(page: str) -> str:
    """Write what is not trained and what is trained in part; nothing if all runs are there.

    Args:
        page: With the section of every experiment that is trained.
    """
    counts = {name: (int(runs), int(all_)) for name, runs, all_ in _SECTION.findall(page)}
    names = [each.name for each in entries().values() if isinstance(each, Experiment)]
    parts = [", ".join(_missing(names, counts)), _elsewhere(names, counts), _partly(counts)]
    text = "\n\n".join(part for part in parts if part)
    return f"{UNTRAINED}\n\n{text}\n\n" if text else ""


def _missing(names: Iterable[str], counts: Mapping[str, object]) -> list[str]:
    return [f"`{name}`" for name in names if name not in counts and name not in ELSEWHERE]


def _elsewhere(names: Iterable[str], counts: Mapping[str, object]) -> str:
    pages: dict[str, list[str]] = {}
    for name in names:
        if name in ELSEWHERE and name not in counts:
            pages.setdefault(ELSEWHERE[name], []).append(f"`{name}`")
    texts = [f"{', '.join(those)} [there]({page})" for page, those in pages.items()]
    return f"Trained, with the results elsewhere: {'; '.join(texts)}" if texts else ""


def _partly(counts: Mapping[str, tuple[int, int]]) -> str:
    texts = [f"`{name}` ({n:,} of {m:,} runs)" for name, (n, m) in counts.items() if n < m]
    return f"Trained in part: {', '.join(texts)}" if texts else ""
