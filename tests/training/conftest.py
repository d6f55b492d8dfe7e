import pytest

from nalm.training import _trainer


@pytest.fixture
def evaluated_eagerly(monkeypatch):
    """Compile the steps only: compiled evaluation has a test of its own."""
    evaluator = _trainer.Evaluator

    def eager(*place, compile, size):
        return evaluator(*place, compile=False, size=size)

    monkeypatch.setattr(_trainer, "Evaluator", eager)
