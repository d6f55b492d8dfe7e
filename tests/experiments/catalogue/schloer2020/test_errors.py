from dataclasses import replace

import numpy as np

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._schloer2020._errors import FinalSuccess
from tests.experiments.catalogue._training import train, values


def test_success_is_judged_at_the_last_epoch_on_both_sets():
    setting = entries()["schloer2020/experiment1"].settings[0]
    (run,) = train(setting, iterations=2, evaluate_every=1, evaluation_rows=10)
    trace = replace(
        run.stored.trace,
        validation=np.array([1e-9, 1e-9, 2e-6]),
        test=np.array([1e-9, 1e-9, 2e-5]),
    )
    found = values(FinalSuccess(), replace(run, stored=replace(run.stored, trace=trace)))
    assert found == {"success_interpolation": 1.0, "success_extrapolation": 0.0}
