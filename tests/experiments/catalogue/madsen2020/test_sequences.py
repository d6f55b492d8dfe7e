import numpy as np
import pytest

from nalm.experiments.catalogue import entries
from tests._tiers import kept
from tests.experiments.catalogue._training import train, values

RECURRENT = entries()["madsen2020/recurrent"]
TRANSLATION = entries()["madsen2020/number-translation"]
TINY = {"iterations": 2, "evaluate_every": 1, "evaluation_rows": 20}


def test_exact_weights_solve_short_and_long_sequences():
    setting = next(s for s in RECURRENT.settings if (s.unit, s.task.name) == ("NMU", "mul"))
    (run,) = train(setting, **TINY)
    subsets = setting.task.instance(0)["subsets"]
    parameters = run.stored.parameters
    parameters["sequence.cell.weight"][:] = np.concatenate([subsets, np.eye(2)], axis=1)
    parameters["sequence.start"][:] = 0
    parameters["output.weight"][:] = 1
    (measure,) = RECURRENT.measurements
    assert values(measure, run)["long_test_error"] == pytest.approx(0, abs=1e-9)


def test_the_lstm_reads_the_same_task():
    setting = next(s for s in RECURRENT.settings if s.unit == "LSTM")
    (run,) = train(setting, **TINY)
    (measure,) = RECURRENT.measurements
    assert values(measure, run)["long_test_error"] > 1


@pytest.mark.parametrize(
    "setting",
    kept(TRANSLATION.settings, *(s for s in TRANSLATION.settings if s.unit == "NAU")),
    ids=lambda s: s.unit,
)
def test_translation_learns_something(setting):
    (run,) = train(setting, **(TINY | {"iterations": 30, "evaluate_every": 30}))
    assert np.isfinite(run.stored.trace.test).all()
    assert run.stored.trace.validation[-1] != run.stored.trace.validation[0]
