import sys

import numpy as np
import pytest

from nalm.errors import DataError
from nalm.training import TensorBoardLogger, train
from tests.training._runs import runs


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_curves_are_read_back_by_tensorboard(tmp_path):
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    all_runs = runs(2)
    logger = TensorBoardLogger(tmp_path / "curves")
    outcomes = train(all_runs, compile=False, on_evaluation=logger)
    logger.close()
    assert len(list((tmp_path / "curves").iterdir())) == 2
    for run, outcome in zip(all_runs, outcomes, strict=True):
        folder = tmp_path / "curves" / f"seed-{run.seed}-{run.key[:8]}"
        events = EventAccumulator(str(folder)).Reload()
        assert events.Tags()["scalars"] == ["error/validation", "error/test", "error/sparsity"]
        for name in ("validation", "test", "sparsity"):
            found = events.Scalars(f"error/{name}")
            assert [event.step for event in found] == outcome.step.tolist()
            values = np.array([event.value for event in found])
            np.testing.assert_allclose(values, getattr(outcome, name), rtol=1e-6)


def test_a_missing_tensorboard_is_named(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    with pytest.raises(DataError, match=r"tensorboard.*pip install nalm\[tensorboard\]"):
        TensorBoardLogger(tmp_path)
