"""Which modules another machine does not have."""

import importlib
import sys
from types import ModuleType

import numpy as np

import nalm
from nalm.backends._own_modules import own_modules


def test_a_module_of_the_user_is_found_once_it_is_imported(tmp_path, monkeypatch):
    (tmp_path / "my_units.py").write_text("SCALE = 2")
    monkeypatch.syspath_prepend(tmp_path)
    assert "my_units" not in {each.__name__ for each in own_modules()}
    try:
        module = importlib.import_module("my_units")
        assert module in own_modules()
    finally:
        del sys.modules["my_units"]


def test_what_is_installed_and_what_is_ours_is_not():
    found = own_modules()
    assert not {nalm, np, importlib, sys} & set(found)
    assert not [each for each in found if each.__name__.startswith(("nalm", "torch"))]
    assert sys.modules[__name__] in found


def test_a_program_that_pytorch_wrote_is_not(tmp_path, monkeypatch):
    program = ModuleType("torch._inductor.program")
    program.__file__ = str(tmp_path / "program.py")
    (tmp_path / "program.py").touch()
    monkeypatch.setitem(sys.modules, program.__name__, program)
    assert program not in own_modules()
