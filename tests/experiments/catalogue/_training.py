"""Short trainings of settings of the catalogue."""

from dataclasses import replace

from nalm.experiments import Trained
from nalm.results import StoredRun, Trace
from nalm.training import Trainer


def train(setting, *, seeds=1, **recipe):
    """Train a setting with changes to its recipe, uncompiled, and return its runs."""
    setting = replace(setting, recipe=replace(setting.recipe, **recipe))
    runs = [setting.run(seed) for seed in range(seeds)]
    trainer = Trainer(runs, compile=False)
    list(trainer)
    pairs = zip(runs, trainer.outcomes(), strict=True)
    return [_trained(setting, run, outcome) for run, outcome in pairs]


def _trained(setting, run, outcome):
    trace = Trace(
        step=outcome.step,
        validation=outcome.validation,
        test=outcome.test,
        sparsity=outcome.sparsity,
    )
    stored = StoredRun(
        key=run.key,
        description=run.description(),
        seed=run.seed,
        trace=trace,
        parameters=outcome.parameters,
        seconds=0.0,
        diverged=outcome.diverged,
    )
    return Trained(setting=setting, seed=run.seed, stored=stored)


def values(measurement, run):
    """Return a measurement's numbers by metric."""
    return {found.metric: found.value for found in measurement(run)}
