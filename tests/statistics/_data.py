"""Numbers that have upset statistics before, and what a good interval is."""

import math

import numpy as np

ODD = {
    "none": [],
    "one": [0.25],
    "one zero": [0.0],
    "equal": [0.125] * 10,
    "zeros": [0.0] * 5,
    "halves": [0.5] * 5,
    "zeros and halves": [0.0, 0.5, 0.0, 0.5],
    "one not zero": [0.0] * 9 + [0.5],
    "one not half": [0.5] * 9 + [1e-16],
    "tiny": [1e-16, 2e-16, 3e-16],
    "subnormal": [5e-324, 1e-320],
    "tiny and large": [1e-300, 0.4],
    "nearly equal": [0.25, 0.25 + 1e-9, 0.25 - 1e-9],
    "as near as it goes": [0.25, 0.25 + 3e-10],
    "near zero": [1e-9, 2e-9, 4e-9],
    "near half": [0.5 - 1e-9, 0.5 - 2e-9],
    "wide": [1e-12, 1e-9, 1e-6, 1e-3, 0.3],
    "many": list(np.random.RandomState(0).uniform(0, 0.5, 1000)),
}


def assert_interval(interval, *, highest=math.inf):
    """Assert that an interval encloses its estimate inside [0, highest], or knows nothing."""
    if math.isnan(interval.low) or math.isnan(interval.high):
        assert math.isnan(interval.low) and math.isnan(interval.high)
        return
    slack = 1 + 1e-9
    assert 0 <= interval.low <= interval.estimate * slack
    assert interval.estimate <= interval.high * slack
    assert interval.high <= highest
