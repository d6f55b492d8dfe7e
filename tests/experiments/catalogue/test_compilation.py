"""Every kind of network of the catalogue compiles, trains and is evaluated at its full size."""

import re

import pytest

from nalm.errors import DataError
from nalm.experiments import Experiment
from nalm.experiments.catalogue import entries
from nalm.training import Trainer

MODULE = re.compile(r'"call": "([\w.]+)"')


def kinds():
    """One setting of every combination of modules and kind of task."""
    found = {}
    for name, entry in entries().items():
        if isinstance(entry, Experiment):
            for setting in entry.settings:
                architecture, *_ = setting.run(0).signature
                modules = frozenset(MODULE.findall(str(architecture)))
                found.setdefault((modules, type(setting.task)), (name, setting))
    return [pytest.param(setting, id=f"{name}-{setting.unit}") for name, setting in found.values()]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # scikit-learn's, where there is no network
@pytest.mark.parametrize("setting", kinds())
def test_it_compiles(setting):
    try:
        trainer = Trainer([setting.run(seed) for seed in range(2)])
    except DataError:
        pytest.skip("its data are not here")
    for stepper in trainer._steppers:
        stepper.advance(2)
    cohort = trainer._cohort
    errors = trainer._evaluator({**cohort.parameters, **cohort.buffers})
    assert errors.shape == (3, 2)  # not all finite: a gated unit on 100 inputs starts at infinity
