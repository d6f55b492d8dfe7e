import pytest
import torch

from nalm.experiments.catalogue._schloer2020._models import MODELS, Start


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.unit)
def test_every_parameter_starts_around_its_mean(model):
    torch.manual_seed(0)
    start = Start(gate=-1.0, w_hat=1.0, m_hat=0.0, deviation=0.1)
    network = model.network(100, 2, 1, start=start)()
    means = {"gate": -1.0, "w_hat": 1.0, "m_hat": 0.0}
    for name, parameter in network.named_parameters():
        (mean,) = (mean for part, mean in means.items() if part in name)
        assert (parameter - mean).abs().max() < 0.6


def test_paths_share_their_weights_or_not():
    sizes = {
        model.unit: sum(p.numel() for p in model.network(100, 2, 1)().parameters())
        for model in MODELS
    }
    hats = 2 * (200 + 2)
    assert sizes == {
        "NALU (m)": hats + 200 + 2,
        "NALU (v)": hats + 100 + 2,
        "iNALU (sw)": hats + 2 + 1,
        "iNALU (iw)": 2 * hats + 2 + 1,
    }


def test_text_of_a_start():
    assert str(Start()) == "g 0, m -1, w 1, sd 0.1"
