"""Where an experiment stands in a store: which runs it has, and which of them are stored."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nalm.experiments._experiment import Experiment
from nalm.experiments._setting import Setting
from nalm.results import Store
from nalm.training import Run


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Hold the runs of an experiment and the keys of those that a store has.

    Describing every run of a large experiment takes seconds, so what needs both is given this.

    Args:
        runs: Key → run, setting by setting; runs that are equal are here once.
        settings: Key → the setting that the run belongs to.
        stored: Keys of the runs in the store.
        outdated: Name of a class or function of the user → stored runs that differ from those that
            are missing in nothing but its code.
    """

    runs: Mapping[str, Run]
    settings: Mapping[str, Setting]
    stored: frozenset[str]
    outdated: Mapping[str, int] = field(default_factory=dict[str, int])

    @property
    def is_complete(self) -> bool:
        """Say whether nothing is left to train."""
        return len(self.stored) == len(self.runs)

    @property
    def notice(self) -> str:
        """Say which code has changed since runs were stored; nothing where none has."""
        return " ".join(
            f"The code of {name} has changed: {count} stored runs of its old code are not used."
            for name, count in self.outdated.items()
        )


def standing(experiment: Experiment | Sequence[Experiment], store: Store) -> Standing:
    """Look up which runs of an experiment, or of several, a store has.

    Args:
        experiment: What is to be trained.
        store: Where finished runs are.

    Raises:
        StoreError: If the store cannot be read.
    """
    runs: dict[str, Run] = {}
    settings: dict[str, Setting] = {}
    experiments = [experiment] if isinstance(experiment, Experiment) else experiment
    for each in experiments:
        for setting in each.settings:
            for run in setting.runs(each.seed_range):
                runs[run.key] = run
                settings[run.key] = setting
    stored = frozenset(store.keys() & runs.keys())
    missing = (run for key, run in runs.items() if key not in stored)
    return Standing(runs=runs, settings=settings, stored=stored, outdated=_outdated(missing, store))


def _outdated(missing: Iterable[Run], store: Store) -> dict[str, int]:
    """Count the stored runs of which only the code of the user is another one."""
    wanted: dict[str, Mapping[str, str]] = {}
    for run in missing:
        if run.own_code:  # seeds share it, while each would be described anew
            wanted[_without_code(run.description())[0]] = run.own_code
    counts = Counter[str]()
    names = sorted({name for code in wanted.values() for name in code})
    for description in store.descriptions(names) if names else ():
        text, before = _without_code(description)
        code = wanted.get(text, {})
        counts.update(name for name in code if before.get(name) != code[name])
    return dict(counts)


def _without_code(description: Mapping[str, Any]) -> tuple[str, Mapping[str, str]]:
    rest = {name: part for name, part in description.items() if name != "code"}
    return json.dumps(rest, sort_keys=True), description.get("code", {})
