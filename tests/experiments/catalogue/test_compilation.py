"""Every kind of network of the catalogue compiles, trains and is evaluated at its full size."""

import re

import pytest

from nalm.errors import DataError
from nalm.experiments import Experiment
from nalm.experiments.catalogue import entries
from nalm.training import Trainer

EXPERIMENTS = {name: each for name, each in entries().items() if isinstance(each, Experiment)}
MODULE = re.compile(r'"call": "([\w.]+)"')


@pytest.fixture(scope="module")
def kinds():
    """One setting of every combination of modules and kind of task, by its first experiment."""
    seen, found = set(), {name: [] for name in EXPERIMENTS}
    for name, experiment in EXPERIMENTS.items():
        for setting in experiment.settings:
            architecture, *_ = setting.run(0).signature
            kind = frozenset(MODULE.findall(str(architecture))), type(setting.task)
            if kind not in seen:
                seen.add(kind)
                found[name].append(setting)
    return found


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # scikit-learn's, where there is no network
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_its_kinds_of_network_compile(kinds, name):
    if not kinds[name]:
        pytest.skip("an experiment before it has the same kinds")
    for setting in kinds[name]:
        try:
            trainer = Trainer([setting.run(seed) for seed in range(2)])
        except DataError:
            pytest.skip("its data are not here")
        for stepper in trainer._steppers:
            stepper.advance(2)
        cohort = trainer._cohort
        errors = trainer._evaluator({**cohort.parameters, **cohort.buffers})
        # Not all are finite: a gated unit on 100 inputs starts at infinity.
        assert errors.shape == (3, 2), setting.unit
