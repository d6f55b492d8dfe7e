"""BibTeX of the papers behind the units and the experiments."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from nalm.errors import UnknownNameError
from nalm.reports.published._names import unit_key

_UNITS = {
    "trask2018": ("NAC", "NACMul", "NAC+", "NAC•", "NALU"),
    "madsen2020": ("NAU", "NMU"),
    "heim2020": ("NPU", "RealNPU", "NaiveNPU"),
    "schloer2020": ("INALU",),
    "hoedt2021": ("MCFC", "MulMCFC"),
    "mistry2021division": ("NRU", "NMRU"),
    "nalm2026spu": ("SPU",),
    "mistry2022robust": ("SNMU", "batch sNMU"),
    "curry2025dmu": ("DMU",),
    "dujardin2025hill": ("HillExponential", "HillUnitCircle", "HillTrigProducts"),
    "faber2023nsr": ("NSR",),
}
_ENTRY = re.compile(r"^@\w+\{(?P<key>[^,\s]+),.*?^\}", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r"^\s*title\s*=\s*\{(?P<title>.*)\},?\s*$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Citation:
    """One paper.

    Args:
        key: Citation key, the first part of the names of its experiments.
        title: Its title in plain letters.
        units: Units that it introduces.
        bibtex: The entry.
    """

    key: str
    title: str
    units: tuple[str, ...]
    bibtex: str


@cache
def citations() -> dict[str, Citation]:
    """Read all papers.

    Returns:
        Citation key → paper, in order of appearance.

    Example:
        >>> citations()["mistry2021division"].units
        ('NRU', 'NMRU')
    """
    text = files("nalm.reports.published").joinpath("citations.bib").read_text(encoding="utf-8")
    return {
        match["key"]: Citation(
            key=match["key"],
            title=_title(match[0]),
            units=_UNITS.get(match["key"], ()),
            bibtex=match[0],
        )
        for match in _ENTRY.finditer(text)
    }


def cite(name: str) -> Citation:
    """Find the paper of an experiment, a citation key or a unit.

    Args:
        name: ``mistry2021division/fig6``, ``mistry2021division`` or ``NMRU``; a unit's variant in
            brackets does not matter.

    Returns:
        The paper.

    Raises:
        UnknownNameError: If there is none; the message names the nearest.

    Example:
        >>> cite("Real NPU (modified)").key
        'heim2020'
    """
    papers = citations()
    units = {unit_key(unit): paper for paper in papers.values() for unit in paper.units}
    paper = papers.get(name.split("/")[0]) or units.get(unit_key(name.split("(")[0]))
    if paper is not None:
        return paper
    names = [*papers, *(unit for paper in papers.values() for unit in paper.units)]
    lower = {each.casefold(): each for each in names}
    near = [lower[n] for n in get_close_matches(name.casefold(), lower, n=3, cutoff=0.4)]
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    raise UnknownNameError(
        f"cite: expected an experiment, a paper or a unit, found {name!r}.{hint} "
        "`nalm cite` lists all papers."
    )


def _title(entry: str) -> str:
    match = _TITLE.search(entry)
    return re.sub(r"[{}]", "", match["title"]).replace("--", "–") if match else ""
