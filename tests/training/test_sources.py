"""Where running code comes from."""

import math
import sys
from functools import partial
from pathlib import Path

import pytest
import torch
from torch import nn

from nalm import NMU
from nalm.training._code import code_hash
from nalm.training._sources import is_own
from tests.training._cells import cell

UNIT = """
class Mine:
    factor = 2.0

    def forward(self, x):
        return x + 0.5
"""


@pytest.mark.parametrize("value", [nn.Linear, NMU, torch.relu, math.floor, partial, len, 3])
def test_the_librarys_and_pythons_own_code_is_not_part_of_it(value):
    assert not is_own(value)


@pytest.mark.parametrize(("old", "new"), [("x + 0.5", "x - 0.5"), ("factor = 2.0", "factor = 2.5")])
def test_an_edit_counts_once_it_has_been_imported(load, old, new):
    module = load(UNIT)
    before = code_hash(module.Mine)
    file = Path(module.__file__)
    file.write_text(UNIT.replace(old, new) + "# of another size\n")
    assert code_hash(module.Mine) == before  # the old code is still what runs
    exec(compile(file.read_text(), str(file), "exec"), vars(module))  # as a reload does
    assert code_hash(module.Mine) != before


def test_a_class_of_a_notebook_needs_no_method(monkeypatch):
    main = sys.modules["__main__"]
    monkeypatch.setattr(main, "__spec__", None, raising=False)
    monkeypatch.delattr(main, "__file__", raising=False)
    hashes = []
    for number, width in enumerate((16, 32), start=41):
        cell(f"class Wide:\n    width = {width}\n", number, vars(main))
        hashes.append(code_hash(main.Wide))
    del main.Wide
    assert hashes[0] != hashes[1]
