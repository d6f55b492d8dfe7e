from nalm.cli._progress._pace import Pace


def test_nothing_is_known_before_two_points():
    pace = Pace()
    assert (pace.per_second(), pace.seconds_left(10)) == (0.0, None)
    pace.record(5, now=1.0)
    assert (pace.per_second(), pace.seconds_left(10)) == (0.0, None)


def test_what_a_checkpoint_brought_does_not_count_as_speed():
    pace = Pace()
    pace.record(10_000, now=0.0)
    pace.record(10_100, now=1.0)
    assert pace.per_second() == 100.0


def test_only_the_last_minute_counts():
    pace = Pace()
    for now in range(0, 200, 10):
        pace.record(now * (1 if now <= 100 else 10), now=float(now))
    assert pace.per_second() == 10.0
    assert pace.seconds_left(2000) == (2000 - 1900) / 10


def test_a_standing_clock_is_no_division_by_zero():
    pace = Pace()
    pace.record(0, now=1.0)
    pace.record(10, now=1.0)
    assert pace.per_second() == 0.0
