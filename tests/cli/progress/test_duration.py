import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.cli._progress._duration import duration

SIZES = {"s": 1, "min": 60, "h": 3600, "d": 86400}


@given(st.floats(0, 1e8))
def test_a_duration_keeps_its_size(seconds):
    words = duration(seconds).split()
    total = sum(int(n) * SIZES[unit] for n, unit in zip(words[::2], words[1::2], strict=True))
    assert total == pytest.approx(seconds, rel=0.04, abs=0.5)
