"""Where an experiment stands in a store: which runs it has, and which of them are stored."""

from collections.abc import Mapping
from dataclasses import dataclass

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
    """

    runs: Mapping[str, Run]
    settings: Mapping[str, Setting]
    stored: frozenset[str]

    @property
    def is_complete(self) -> bool:
        """Say whether nothing is left to train."""
        return len(self.stored) == len(self.runs)


def standing(experiment: Experiment, store: Store) -> Standing:
    """Look up which runs of an experiment a store has.

    Args:
        experiment: What is to be trained.
        store: Where finished runs are.

    Raises:
        StoreError: If the store cannot be read.
    """
    runs: dict[str, Run] = {}
    settings: dict[str, Setting] = {}
    for setting in experiment.settings:
        for seed in experiment.seed_range:
            run = setting.run(seed)
            runs[run.key] = run
            settings[run.key] = setting
    return Standing(runs=runs, settings=settings, stored=frozenset(store.keys() & runs.keys()))
