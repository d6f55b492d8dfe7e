"""The list of the catalogue as a file, which is read in milliseconds.

The catalogue itself takes seconds: it loads PyTorch, describes thousands of settings and counts the
operations of every network. ``scripts/listing.py`` writes the file, and a test compares it with the
catalogue.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

from nalm._keys import SEED, KeyTemplate, canonical
from nalm.cli._laboratory._listed import Listed, listed

if TYPE_CHECKING:
    from nalm.experiments import Entry, Experiment

_Parts = Mapping[str, Sequence[str]]
"""Name of a part of descriptions → the texts that the settings have for it."""


def read_listing(text: str | None = None) -> dict[str, Listed]:
    """Read the list of the catalogue.

    Args:
        text: What `write_listing` returned; None for the file of the package.

    Returns:
        Name → what a list says of the entry, in the catalogue's order.

    Example:
        >>> read_listing()["mistry2021division/fig3"].runs
        900
    """
    if text is None:
        text = files("nalm.cli._laboratory").joinpath("listing.json").read_text(encoding="utf-8")
    found = json.loads(text)
    parts = {name: [canonical(part) for part in those] for name, those in found["parts"].items()}
    return {entry["name"]: _read(entry, parts) for entry in found["entries"]}


def _read(entry: dict[str, Any], parts: _Parts) -> Listed:
    if entry["kind"]:
        return Listed(**entry)
    first, count = entry.pop("seeds")
    settings = cast("list[list[int]]", entry.pop("settings"))
    keys = partial(_keys, settings, parts, seeds=range(first, first + count))
    return Listed(**entry, runs=count * len(settings), keys=keys)


def _keys(settings: Sequence[Sequence[int]], parts: _Parts, *, seeds: range) -> set[str]:
    found: set[str] = set()
    for setting in settings:
        description = {
            name: texts[index] for (name, texts), index in zip(parts.items(), setting, strict=True)
        }
        found.update(KeyTemplate(description).keys(seeds))
    return found


def write_listing(entries: "Iterable[Entry]") -> str:
    """Write a list of entries, with all that makes the keys of their runs.

    Args:
        entries: Of the catalogue, which has no code of a user.

    Returns:
        JSON; settings name the parts of their descriptions by number, as they share most of them.

    Example:
        >>> read_listing(write_listing(()))
        {}
    """
    tables: dict[str, dict[str, int]] = {}
    lines = [json.dumps(_entry(each, tables), ensure_ascii=False) for each in entries]
    # A line for each entry and each part, so that a changed one can be read in a comparison.
    parts = [f'"{name}": [\n{_joined(tables[name])}\n]' for name in sorted(tables)]
    return f'{{"entries": [\n{_joined(lines)}\n],\n"parts": {{\n{_joined(parts)}\n}}}}\n'


def _joined(lines: Iterable[str]) -> str:
    return ",\n".join(lines)


def _entry(entry: "Entry", tables: dict[str, dict[str, int]]) -> dict[str, Any]:
    said = listed(entry)
    texts = {name: getattr(said, name) for name in ("name", "title", "source", "kind")}
    return texts | entry.either(
        experiment=lambda experiment: {
            "run_steps": said.run_steps,
            "seconds": said.seconds,
            "seeds": [experiment.first_seed, experiment.seeds],
            "settings": _settings(experiment, tables),
        },
        figure=lambda _: {},
    )


def _settings(experiment: "Experiment", tables: dict[str, dict[str, int]]) -> list[list[int]]:
    found: list[list[int]] = []
    for setting in experiment.settings:
        description = setting.run(experiment.first_seed).description()
        del description[SEED]
        numbers: list[int] = []
        for name in sorted(description):
            table = tables.setdefault(name, {})
            numbers.append(table.setdefault(canonical(description[name]), len(table)))
        found.append(numbers)
    return found
