import pytest
import torch


@pytest.fixture
def two_threads():
    """Let PyTorch compute with two threads, and then as before."""
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)
