import numpy as np
import pytest

from nalm.discovery._budget import Limits
from nalm.discovery.stages.functions._substitutions import MOST, substitutions
from nalm.symbolic import as_formula, to_text
from tests.discovery._laws import table

LIMITS = Limits(largest=6.0)
ALL = ("exp", "log", "sin", "cos", "tanh")
LAWS = {
    "one angle": (
        lambda r, d, a: 1 / np.sqrt(r**2 + d**2 - 2 * r * d * np.cos(a)),
        [(1, 3), (4, 6), (0, 6)],
        "cos(x2)",
    ),
    "one angle in a root": (
        lambda r, d, a: np.sqrt(r**2 + d**2 - 2 * r * d * np.cos(a)),
        [(1, 5), (1, 5), (0.2, 3)],
        "cos(x2)",
    ),
    "a difference": (
        lambda d, e, a, b: d * (1 - e**2) / (1 + e * np.cos(a - b)),
        [(1, 3), (0.2, 0.8), (0, 6), (0, 6)],
        "cos(x2 - x3)",
    ),
    "a product": (
        lambda x, a, w, t: x * (np.cos(w * t) + a * np.cos(w * t) ** 2),
        [(1, 3), (1, 3), (1, 3), (1, 3)],
        "cos(x2*x3)",
    ),
    "a sine": (
        lambda q, e, b, v, a: q * (e + b * v * np.sin(a)),
        [(1, 5), (1, 5), (1, 5), (1, 5), (0, 6)],
        "sin(x4)",
    ),
}


def texts(found, inputs):
    names = [f"x{i}" for i in range(inputs)]
    return [to_text(as_formula(one.view.functions[0]), names) for one in found]


@pytest.mark.parametrize("relative", [0.0, 0.02])
@pytest.mark.parametrize("name", LAWS)
def test_the_function_in_the_place_of_inputs_comes_first(name, relative):
    law, ranges, expected = LAWS[name]
    data = table(law, ranges, rows=400, relative=relative)
    first, *_ = found = substitutions(data, ALL, limits=LIMITS)
    assert texts(found, len(ranges))[0] == expected
    assert first.ratio < 0.9
    assert len(found) <= MOST
    assert set(first.view.left_out) == {i for i in range(len(ranges)) if f"x{i}" in expected}


@pytest.mark.parametrize(
    "law",
    [
        lambda a, b, c: a * b / (1 + b * c),
        lambda a, b, c: np.sqrt(a**2 + b**2 + c),
        lambda a, b, c: a,
    ],
)
def test_a_law_without_functions_needs_none(law):
    found = substitutions(table(law, [(1, 3)] * 3, rows=400, relative=0.01), ALL, limits=LIMITS)
    assert all(one.ratio > 0.8 for one in found)


def test_functions_that_are_not_allowed_are_not_returned():
    law, ranges, _ = LAWS["one angle"]
    data = table(law, ranges, rows=200)
    assert substitutions(data, ("exp", "log"), limits=LIMITS) == []
    found = substitutions(data, ("sin",), limits=LIMITS)
    assert all(one.view.functions[0].function == "sin" for one in found)


def test_they_have_to_be_better_than_a_known_formula():
    law, ranges, _ = LAWS["one angle"]
    data = table(law, ranges, rows=400, relative=0.02)
    assert substitutions(data, ALL, limits=LIMITS, known=law(*data.x.T)) == []
    assert substitutions(data, ALL, limits=LIMITS, known=np.full(400, data.y.mean()))


def test_of_few_rows_nothing_is_said():
    law, ranges, _ = LAWS["a difference"]
    found = substitutions(table(law, ranges, rows=4), ALL, limits=LIMITS)
    assert all(np.isfinite(one.ratio) for one in found)


@pytest.mark.parametrize("rows", [20, 39])
def test_a_plane_is_left_for_any_curve_so_a_polynomial_has_to_bend(rows):
    """Of three inputs, from 40 rows on."""
    data = table(lambda c, x, t: c / (1 + x / np.sqrt(t)), [(1, 3)] * 3, rows=rows)
    assert substitutions(data, ALL, limits=LIMITS) == []


def test_fewer_inputs_get_no_higher_degree():
    """Of eight inputs 500 rows allow squares, of seven cubes."""
    data = table(
        lambda m, h, k, t, a, e, c, n: m * h / (k * t) + m * a * n / (e * c**2 * k * t),
        [(1, 3)] * 8,
        rows=1000,
    )
    assert all(one.ratio > 0.8 for one in substitutions(data, ALL, limits=LIMITS))


def test_no_place_comes_again_with_a_function_more():
    data = table(
        lambda c, v, w, a: np.sqrt(1 - v**2 / c**2) / (1 + v / c * np.cos(a)) * w,
        [(5, 20), (1, 3), (1, 5), (0, 6)],
        rows=800,
        seed=1,
    )
    found = substitutions(data, ALL, limits=LIMITS)
    assert [one.view.functions for one in found if one.view.left_out == (3,)] == [
        found[0].view.functions
    ]


def test_an_angle_may_be_in_a_sine_and_a_cosine():
    data = table(
        lambda x, v, a: v * (x * np.sin(a) + np.cos(a)) + np.sin(a) / x,
        [(1, 3), (1, 3), (0, 6)],
        rows=300,
        constant=0.01,
    )
    first, *_ = substitutions(data, ALL, limits=LIMITS)
    assert [one.function for one in first.view.functions] == ["cos", "sin"]
    assert first.view.left_out == (2,)
