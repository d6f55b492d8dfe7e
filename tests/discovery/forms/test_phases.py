import numpy as np
import pytest

from nalm.discovery.forms._minimum import Bounds
from nalm.discovery.forms._phases import with_small_phases
from tests.discovery.forms._problems import X, decay, form, problem


def moved(text, values, *, low=-np.inf, start=np.nan):
    values = np.array(values)
    bounds = Bounds(low=np.full(len(values), low), high=np.full(len(values), np.inf))
    starts = np.full(len(values), start)
    found = with_small_phases(
        form(text), problem(decay, X), values=values, bounds=bounds, start=starts
    )
    return found.tolist()


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("a*sin(b*x + c)", [2.0, 5.7, 38.699], [2.0, 5.7, 38.699 - 12 * np.pi]),
        ("a*cos(b*x - c)", [2.0, 5.7, -38.699], [2.0, 5.7, 12 * np.pi - 38.699]),
        ("sin(x + p)*exp(-k*x) + g", [7.0, 4.0, 9.0], [7.0 - 2 * np.pi, 4.0, 9.0]),
        ("sin(x + 2*p)", [7.0], [7.0 - 2 * np.pi]),
        ("sin(x + p) + p*x", [7.0], [7.0]),
        ("sin(x + p/2)", [7.0], [7.0]),
        ("a*exp(-b*x)", [50.0, 7.0], [50.0, 7.0]),
        ("sin(x + p)", [2 * np.pi + 1e-3], [1e-3]),
    ],
)
def test_a_constant_is_turned_back_where_that_changes_nothing(text, before, after):
    assert moved(text, before) == pytest.approx(after, abs=1e-9)


def test_what_bounds_or_a_start_ask_for_stays():
    assert moved("sin(x + p)", [7.0], low=5.0) == [7.0]
    assert moved("sin(x + p)", [7.0], start=7.0) == [7.0]
