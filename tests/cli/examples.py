"""A small catalogue, stored runs and a way to call the command line, for the tests of commands."""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from click.testing import CliRunner

from nalm.cli import main
from nalm.experiments import Computation, Experiment
from nalm.experiments.catalogue import entries
from nalm.results import Store, StoredRun, Trace

NAME = "mistry2021division/fig3"
CURVE = "mistry2021division/fig5"


def small_experiment():
    """The paper's experiment with few settings, few steps and a threshold that is always met."""
    real = entries()[NAME]
    recipe = {"iterations": 4, "evaluate_every": 2, "evaluation_rows": 8}
    settings = [
        replace(each, threshold=1e30, recipe=replace(each.recipe, **recipe))
        for each in real.settings
        if str(each.interpolation) in {"[1,2)", "[10,20)"}
    ]
    return replace(real, settings=tuple(settings), seeds=2)


def small_catalogue() -> dict[str, Experiment | Computation]:
    points = pd.DataFrame({"task": "easy", "unit": "NRU", "upper": [0.1, 1.0], "mse": [1.0, 2.0]})
    curve = Computation(
        name=CURVE, title="Small numbers", source="Figure 5", compute=lambda: points
    )
    return {NAME: small_experiment(), CURVE: curve}


def stored(run, *, error=0.0):
    errors = np.array([1e31, error, error])
    return StoredRun(
        key=run.key,
        description=run.description(),
        seed=run.seed,
        trace=Trace(step=np.array([0, 2, 4]), validation=errors, test=errors, sparsity=errors),
        parameters={},
        seconds=0.1,
        diverged=False,
    )


def fill(path, experiment, *, runs=None):
    with Store(path) as store:
        store.add([stored(run) for run in experiment.runs()[:runs]])


@dataclass
class Outcome:
    code: int
    out: str
    err: str


def nalm(*words):
    result = CliRunner().invoke(main, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Outcome(code=result.exit_code, out=result.stdout, err=result.stderr)
