"""The trained networks of an experiment that a store has."""

from collections.abc import Iterator

from nalm.experiments._experiment import Experiment
from nalm.experiments._trained import Trained
from nalm.results import Store


def trained(experiment: Experiment, store: Store) -> Iterator[Trained]:
    """Yield the stored runs of an experiment, setting by setting, seed by seed.

    Args:
        experiment: What to look for.
        store: Where the runs are.
    """
    for setting in experiment.settings:
        keys = {run.key: run.seed for run in setting.runs(experiment.seed_range)}
        for stored in store.load(list(keys)):
            yield Trained(setting=setting, seed=keys[stored.key], stored=stored)
