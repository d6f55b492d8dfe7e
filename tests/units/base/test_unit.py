import numpy as np
import pytest
import torch

from nalm import NMRU, Clip, Unit
from nalm.errors import InvalidTypeError
from nalm.units._base._unit import check_option


def test_is_abstract():
    with pytest.raises(TypeError, match="abstract"):
        Unit(1, 1)


def test_prints_sizes_and_options():
    expected = "NMRU(2, 1, variant=NMRUVariant.PAPER, form=ProductForm.LEFT_TO_RIGHT)"
    assert repr(NMRU(2, 1)) == expected


def test_numpy_sizes_are_sizes():
    assert NMRU(np.int64(2), np.int64(1)).weight.shape == (1, 4)


def test_option_message():
    with pytest.raises(InvalidTypeError, match=r"kind: expected one of .*found 3; pass one of"):
        check_option(Clip, kind=3)


def test_inputs_without_dimension():
    with pytest.raises(ValueError, match=r"expected shape \(\*batch, 2\), found \(\)"):
        NMRU(2, 1)(torch.tensor(1.0))
