import pytest
import torch

from nalm.experiments.catalogue._faber2023nsr._models import baselines, nsr


@pytest.mark.parametrize("inputs", [2, 5])
def test_every_model_answers_between_no_and_yes(inputs):
    torch.manual_seed(0)
    models = {"NSR": nsr(inputs), **baselines(inputs)}
    assert list(models) == ["NSR", "MLP", "NALU", "NAU", "NPU"]
    for build in models.values():
        y = build()(torch.randn(20, inputs))
        assert y.shape == (20, 1)
        assert 0 <= y.min() <= y.max() <= 1
