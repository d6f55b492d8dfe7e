"""What holds for all tests: one thread for each process, and how many examples are drawn."""

import gc
import importlib.util
import os
import signal
import sys

# Tests run beside each other, one process for each core. A second thread would have no core of its
# own, and linear algebra then takes up to eighty times as long.
os.environ.setdefault("OMP_NUM_THREADS", "1")  # read by libraries that are loaded after this line

import pytest
import torch
from hypothesis import settings
from threadpoolctl import threadpool_limits

from tests._tiers import QUICK, THOROUGH

# No deadlines: other work on the machine is no failure.
settings.register_profile("quick", deadline=None, max_examples=QUICK)
settings.register_profile("thorough", deadline=None, max_examples=THOROUGH)
settings.load_profile("quick")
gc.disable()  # until all tests are found: what is made before is kept
threadpool_limits(1)  # NumPy was loaded before, by a plugin of pytest

# A job in the background of a shell is deaf to Ctrl-C, which some tests press.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish():
    """Look for garbage from now on, among what the tests make and not among the tests."""
    gc.freeze()
    gc.enable()


@pytest.fixture
def two_threads():
    """Let PyTorch and linear algebra compute with two threads, and then as before."""
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    with threadpool_limits(2, user_api="blas"):
        yield
    torch.set_num_threads(before)


@pytest.fixture
def registries(monkeypatch):
    """Forget afterwards what a test registers; return the noise models that there were before."""
    from nalm.discovery import _noise_model
    from nalm.symbolic._writing import _exporters

    monkeypatch.setattr(_noise_model._MODELS, "_held", dict(_noise_model._MODELS._held))
    monkeypatch.setattr(_exporters._EXPORTERS, "_held", dict(_exporters._EXPORTERS._held))
    return _noise_model.noise_models()


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Import a text as a user's own module; what was imported is forgotten afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # it would outlive a change
    before = set(sys.modules)

    def forget():
        for name in set(sys.modules) - before:
            if str(tmp_path) in str(getattr(sys.modules[name], "__file__", None)):
                del sys.modules[name]

    def load(text, name="own_unit", folder=tmp_path):
        forget()
        path = folder / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(name, path)
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    yield load
    forget()
