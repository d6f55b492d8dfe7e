from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.cli._duration import COSTS, duration, estimate_seconds
from tests.cli.examples import small_experiment

SIZES = {"s": 1, "min": 60, "h": 3600, "d": 86400}


@given(st.floats(0, 1e8))
def test_a_duration_keeps_its_size(seconds):
    words = duration(seconds).split()
    total = sum(int(n) * SIZES[unit] for n, unit in zip(words[::2], words[1::2], strict=True))
    assert total == pytest.approx(seconds, rel=0.04, abs=0.5)


def test_an_estimate_grows_with_seeds_and_inputs():
    experiment = small_experiment()
    one, ten, hundred = (estimate_seconds(experiment.with_seeds(n)) for n in (1, 10, 100))
    assert 0 < one < ten < hundred < 100 * one
    assert hundred - ten == pytest.approx(10 * (ten - one))


def test_the_longest_unit_name_counts(monkeypatch):
    experiment = small_experiment().where({"unit": "NMRU"})
    monkeypatch.setitem(COSTS, "nru", (1e6, 0.0))
    before = estimate_seconds(experiment)
    monkeypatch.setitem(COSTS, "nmru", (1e6, 0.0))
    assert estimate_seconds(experiment) > before


def test_an_unknown_unit_has_an_estimate_too():
    setting = replace(small_experiment().settings[0], unit="Linear")
    assert estimate_seconds(replace(small_experiment(), settings=(setting,))) > 0
