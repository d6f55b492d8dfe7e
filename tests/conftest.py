import pytest
import torch
from hypothesis import settings

settings.register_profile("no deadline", deadline=None)  # other work on the machine is no failure
settings.load_profile("no deadline")


@pytest.fixture
def two_threads():
    """Let PyTorch compute with two threads, and then as before."""
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def registries(monkeypatch):
    """Forget afterwards what a test registers; return the noise models that there were before."""
    from nalm.discovery import _noise_model

    monkeypatch.setattr(_noise_model._MODELS, "_held", dict(_noise_model._MODELS._held))
    return _noise_model.noise_models()
