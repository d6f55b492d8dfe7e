import pytest

from nalm.reports.html._text import count, duration


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0, "0.0 s"), (9.94, "9.9 s"), (10.2, "10 s"), (59.7, "1 min 0 s"), (3599.6, "1 h 0 min")],
)
def test_times_have_two_units_at_most(seconds, text):
    assert duration(seconds) == text


def test_counts_have_groups_of_three():
    assert [count(n) for n in (0, 999, 1_000_000)] == ["0", "999", "1,000,000"]
