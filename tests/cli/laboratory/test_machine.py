import pytest
import torch

from nalm.cli._laboratory._machine import Machine
from nalm.errors import InvalidValueError
from tests.cli.examples import NAME, nalm


def test_options_and_threads():
    before = torch.get_num_threads()
    try:
        options = Machine(threads=1, compile=False).prepare()
        assert torch.get_num_threads() == 1
    finally:
        torch.set_num_threads(before)
    assert (options.device, options.compile) == ("cpu", False)


def test_a_missing_device_is_refused_before_anything_starts(monkeypatch, tmp_path):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(InvalidValueError, match="--device cuda: expected a CUDA device"):
        Machine(device="cuda").prepare()
    assert nalm("run", NAME, "--device", "cuda").code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [("--threads", "0"), ("--device", "tpu")])
def test_values_out_of_range_are_usage_errors(words):
    assert nalm("run", NAME, *words).code == 2
