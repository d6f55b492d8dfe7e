"""The experiments with almost no training, and the runs of them."""

from dataclasses import replace

from nalm.experiments import Options, execute, trained
from nalm.results import Store


def tiny(experiment, *, seeds=1, iterations=3, units=None):
    """Return an experiment of a few steps with some of the units."""
    settings = [s for s in experiment.settings if units is None or s.unit in units]
    shorter = {"iterations": iterations, "evaluate_every": 1, "evaluation_rows": 50}
    return replace(
        experiment,
        seeds=seeds,
        settings=tuple(replace(s, recipe=replace(s.recipe, **shorter)) for s in settings),
    )


def train(experiment, path):
    """Train an experiment and return its runs."""
    with Store(path) as store:
        for _ in execute(experiment, store, options=Options(compile=False)):
            pass
        return list(trained(experiment, store))
