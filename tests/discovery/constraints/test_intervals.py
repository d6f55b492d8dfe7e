import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.constraints._intervals import enclose
from nalm.symbolic import evaluate, gradient
from tests.discovery.constraints._formulas import formula, formulas

ENDS = st.tuples(*(st.floats(-4, 4) for _ in range(4)))


@given(formulas(), ENDS, st.integers(0, 1))
def test_values_and_slopes_of_points_lie_in_the_enclosures_of_their_box(law, ends, place):
    corners = np.array(ends).reshape(2, 2)
    low, high = corners.min(axis=0)[None], corners.max(axis=0)[None]
    found = enclose(law, low, high=high, place=place)
    parts = np.vstack([np.random.default_rng(0).random((50, 2)), [[0, 0], [1, 1], [0, 1]]])
    x = np.clip(low + parts * (high - low), low, high)
    with np.errstate(all="ignore"):
        values, slopes = evaluate(law, x), gradient(law, x)[:, place]
    for points, interval in ((values, found.value), (slopes, found.slope)):
        # An infinite one is of a point where there is no value.
        points = points[np.isfinite(points)]
        slack = 1e-9 * np.abs(points).max(initial=0.0)  # rounding of the points themselves
        assert (points >= interval.low - slack).all()
        assert (points <= interval.high + slack).all()


@pytest.mark.parametrize(
    ("text", "low", "high", "value", "slope"),
    [
        ("x^2", -1, 2, (0, 4), (-2, 4)),
        ("1/x", 2, 4, (0.25, 0.5), (-0.25, -0.0625)),
        ("1/x", 0, 2, (0.5, np.inf), (-np.inf, -0.25)),
        ("1/x", -2, 0, (-np.inf, -0.5), (-np.inf, -0.25)),
        ("1/x", -1, 1, (-np.inf, np.inf), (-np.inf, np.inf)),
        ("1/x^2", -1, 2, (0.25, np.inf), (-np.inf, np.inf)),
        ("sqrt(x)", 0, 4, (0, 2), (0.25, np.inf)),
        ("exp(-x)", 0, np.inf, (0, 1), (-1, 0)),
        ("cos(x)", 1, 7, (-1, 1), (-1, 1)),
        ("1/(1 + 3/x)", 0, 3, (0, 0.5), (0, np.inf)),
    ],
)
def test_an_enclosure_of_one_operation_is_tight(text, low, high, value, slope):
    found = enclose(formula(text), np.array([[low]]) + 0.0, high=np.array([[high]]) + 0.0, place=0)
    assert [float(end[0]) for end in found.value] == pytest.approx(value, abs=1e-7)
    assert [float(end[0]) for end in found.slope] == pytest.approx(slope, abs=1e-7)


def test_nothing_is_known_where_there_is_no_value():
    low, high = np.array([[-2.0]]), np.array([[-1.0]])
    for text in ("sqrt(x)", "log(x)", "x^1.5", "tan(x)", "tanh(log(x))", "1/(1 + sqrt(x)^2)"):
        assert not enclose(formula(text), low, high=high, place=0).value.is_bounded.any()
