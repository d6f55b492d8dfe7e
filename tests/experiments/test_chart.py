"""A chart is data: equal charts are equal, and no chart changes."""

from dataclasses import FrozenInstanceError

import pytest

from nalm.experiments import Chart, Mark


def test_charts_are_values():
    one, other = (Chart(mark=Mark.LINE, x="step", y="error") for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    with pytest.raises(FrozenInstanceError):
        one.x = "error"
