from dataclasses import FrozenInstanceError

import pytest

from nalm.discovery import Verdict
from tests.discovery._discoveries import candidate, constant, discovery


def test_the_verdict_is_one_of_three():
    assert [each.value for each in Verdict] == ["law", "approximation", "undecided"]


def test_what_was_found_does_not_change():
    with pytest.raises(FrozenInstanceError):
        candidate(constant(1)).loss = 0.0
    with pytest.raises(FrozenInstanceError):
        discovery(constant(1)).chosen = 1
