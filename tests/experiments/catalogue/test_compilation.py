"""Every kind of network of the catalogue compiles, trains and is evaluated at its full size."""

import re

import numpy as np
import pytest

from nalm.errors import DataError
from nalm.experiments import Experiment
from nalm.experiments.catalogue import entries
from nalm.training import Trainer
from tests._tiers import slow

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


@pytest.mark.thorough
@pytest.mark.compile
@pytest.mark.parametrize(
    ("name", "unit"), [slow("mistry2021division/fig6", "NMRU"), ("madsen2020/table2", "NMU")]
)
def test_a_run_has_the_same_last_digit_in_a_small_and_in_a_large_cohort(name, unit):
    experiment = EXPERIMENTS[name].with_seeds(30).where({"unit": unit})
    large, small = (Trainer(experiment.runs()[:count]) for count in (30, 2))
    for trainer in (large, small):
        steps = iter(trainer)
        assert [next(steps), next(steps)] == [0, 1000]
    np.testing.assert_array_equal(small.errors, large.errors[:, :, :2])
    learnt = large.learnt()
    for key, weights in small.learnt().items():
        np.testing.assert_array_equal(weights, learnt[key][:2])
