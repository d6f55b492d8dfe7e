from dataclasses import dataclass

import numpy as np
import pytest

from nalm.tasks import Range, Task, evaluation_set


@dataclass(frozen=True, kw_only=True)
class Affine(Task):
    in_features: int = 1
    out_features: int = 2

    @property
    def name(self):
        return "affine"

    def instance(self, seed):
        return {"shift": np.array([seed, -seed], dtype=np.float64)}

    def target(self, x, instance):
        return 2 * x + instance["shift"]


def test_a_task_needs_no_more_than_its_interface():
    inputs, targets = evaluation_set(Affine(), Range.interval(1, 2), seed=3, rows=5)
    np.testing.assert_allclose(targets, 2 * inputs + [3, -3], rtol=1e-6)


def test_a_task_without_a_target_is_abstract():
    with pytest.raises(TypeError, match="abstract"):
        Task(in_features=1, out_features=1)
