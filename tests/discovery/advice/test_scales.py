import warnings
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.advice._hint import HintKind
from nalm.discovery.advice._scales import period, straight
from nalm.symbolic import Call, Power, Product, Sum
from tests.discovery._discoveries import power_law
from tests.discovery.advice._tables import noisy, seen

ONE = Fraction(1)
T = np.arange(16.0)
X = np.linspace(1.0, 9.0, 25)
RANDOM = np.random.default_rng(1)


def exponential(scale, rate):
    argument = Sum((Product(rate, (Power(0, ONE),)),))
    return Sum((Product(scale, (Power(Call("exp", argument), ONE),)),))


@pytest.mark.parametrize(
    ("x", "y", "above", "below"),
    [
        (T, 1003 * np.exp(-0.2 * T), "log(y)", "x0"),
        (X, 0.02 * np.exp(0.9 * X), "log(y)", "x0"),
        (X, 3 * X**-1.7, "log(y)", "log(x0)"),
        (X, 1 / (0.2 + 3 * X), "1/y", "x0"),
        (X, 3 * X / (4 + X), "1/y", "1/x0"),
        (X, 5 - 3 * np.log(X), "y", "log(x0)"),
        (X, 1e5 * np.exp(-7 / X), "log(y)", "1/x0"),
    ],
)
def test_the_scales_of_a_straight_line_are_named(x, y, above, below):
    hint = straight(seen(x, noisy(y, 0.001)))
    assert hint.kind is HintKind.STRAIGHT
    assert (hint.column, hint.facts["above"], hint.facts["below"]) == ("x0", above, below)
    assert str(hint).startswith(f"{above} against {below} is nearly a straight line (R² ")


def test_an_exponential_of_one_of_several_columns_is_seen():
    table = np.column_stack([RANDOM.uniform(1, 2, 40), np.linspace(0, 5, 40)])
    hint = straight(seen(table, noisy(np.exp(table[:, 1])), names=["pH", "dose"], target="kill"))
    assert hint.column == "dose"
    assert "log(kill) against dose" in str(hint)
    assert "functions=" in str(hint)


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (X, 3 + 2 * X),  # straight as it is
        (X, np.sin(X)),
        (X, RANDOM.uniform(1, 2, 25)),
        (X, np.full(25, 2.0)),
        ([1, 2, 3, 4], np.exp([1, 2, 3, 4])),  # four points lie on many lines
        (np.repeat([1.0, 2.0], 20), np.repeat([3.0, 9.0], 20)),
        (X - 5, (X - 5) ** 2),
    ],
)
def test_without_such_a_line_nothing_is_said(x, y):
    assert straight(seen(x, y)) is None


@pytest.mark.parametrize("low", [-2.0, 0.001])
@pytest.mark.parametrize("seed", range(5))
def test_a_few_rows_far_out_on_a_scale_make_no_line(low, seed):
    random = np.random.default_rng(seed)
    table = np.column_stack([random.uniform(1, 5, 40), random.uniform(low, 2, 40)])
    assert straight(seen(table, 3 * table[:, 0] * table[:, 1] ** 2)) is None


def test_nothing_is_said_of_what_the_pick_says_already():
    y = noisy(1003 * np.exp(-0.2 * T))
    assert straight(seen(T, y, exponential(1003.0, -0.2))) is None
    assert straight(seen(X, noisy(3 * X**-1.7), power_law(3.0, {0: -1.7}))) is None
    assert straight(seen(T, y, power_law(900.0, {0: -0.5}))) is not None


def test_a_function_that_candidates_have_need_not_be_allowed():
    y = noisy(1003 * np.exp(-0.2 * T))
    plain = power_law(900.0, {0: -0.5})
    assert "Let the search use exp" in str(straight(seen(T, y, plain)))
    known = str(straight(seen(T, y, exponential(900.0, -0.19), plain)))
    assert "Look for that form among the candidates" in known


def test_no_search_is_spoken_of_where_only_a_form_was_fitted():
    t = np.linspace(0.0, 20.0, 120)
    for view, hint in (
        (seen(T, noisy(1003 * np.exp(-0.2 * T)), power_law(900.0, {0: -0.5})), straight),
        (seen(t, np.cos(1.7 * t) + 0.1 * RANDOM.standard_normal(120)), period),
    ):
        given = replace(view.chosen, form=object())
        fitted = replace(view, discovery=replace(view.discovery, candidates=(given,), chosen=0))
        assert "search use" in str(hint(view))
        said = str(hint(fitted))
        assert "or search others, too" in said
        assert "--functions" not in said


def test_a_period_is_measured():
    t = np.linspace(0.0, 20.0, 120)
    swing = 2 * np.exp(-0.12 * t) * np.cos(1.7 * t + 0.3)
    hint = period(seen(t, swing + 0.1 * RANDOM.standard_normal(120), names=["t"]))
    assert hint.kind is HintKind.PERIOD
    assert float(hint.facts["period"]) == pytest.approx(2 * np.pi / 1.7, rel=0.05)
    assert "repeats against t" in str(hint)


def test_a_period_beside_a_trend_and_at_uneven_times_is_measured():
    t = np.sort(RANDOM.uniform(1960, 1980, 300))
    level = 315 + 1.3 * (t - 1960) + 0.01 * (t - 1960) ** 2 + 3 * np.sin(2 * np.pi * t)
    hint = period(seen(t, level + RANDOM.standard_normal(300)))
    assert float(hint.facts["period"]) == pytest.approx(1.0, rel=0.02)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("rows", [12, 40, 200])
def test_noise_has_no_period(seed, rows):
    y = np.random.default_rng(seed).standard_normal(rows)
    assert period(seen(np.arange(rows), y)) is None


CURVES = {
    "exponential": np.exp,
    "root": np.sqrt,
    "square": np.square,
    "reciprocal": lambda x: 1 / x,
    "saturation": lambda x: 9.65 * x / (x + 3),
    "charging": lambda x: 1 - np.exp(-x / 2),
    "logistic": lambda x: 1 / (1 + np.exp(5 - x)),
    "peak": lambda x: np.exp(-((x - 5) ** 2)),
    "narrow peak": lambda x: 1 / (0.1 + (x - 4) ** 2),
    "wave packet of one": lambda x: (x - 5) * np.exp(-((x - 5) ** 2)),
    "cubic": lambda x: (x - 5) ** 3 - 4 * x,
}


@pytest.mark.parametrize("rows", [25, 200])
@pytest.mark.parametrize("curve", CURVES.values(), ids=CURVES)
def test_a_curve_that_does_not_come_back_has_no_period(curve, rows):
    x = np.linspace(0.5, 10.0, rows)
    assert period(seen(x, noisy(curve(x), 0.01))) is None


def test_a_pick_that_explains_the_period_has_said_it():
    t = np.linspace(0.0, 20.0, 120)
    view = seen(t, np.cos(t))
    known = seen(t, np.cos(t), power_law(1.0, {0: 1.0}))
    object.__setattr__(known.chosen, "r2", 0.999)
    assert period(view) is not None
    assert period(known) is None


@pytest.mark.parametrize("of_x", [1e-300, 1e-201, 1.0, 1e229, 1e306])
@pytest.mark.parametrize("of_y", [1e-300, 1e-170, 1e201, 1e302])
def test_values_of_any_size_give_the_same_hint_without_a_warning(of_x, of_y):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        hint = straight(seen(of_x * X, of_y * X**-1.7))
        assert (hint.facts["above"], hint.facts["below"]) == ("log(y)", "log(x0)")
        hint = straight(seen(of_x * X, of_y / (0.2 + 3 * X)))
        assert (hint.facts["above"], hint.facts["below"]) == ("1/y", "x0")
        waves = period(seen(of_x * X, of_y * (2 + np.sin(2 * np.pi * X))))
        assert float(waves.facts["period"]) == pytest.approx(of_x, rel=0.02)


YEARS = np.arange(1950.0, 2011.0)


@pytest.mark.parametrize("seed", range(8))
def test_a_power_is_not_named_beside_an_exponential_that_is_as_straight(seed):
    noise = 1 + 0.005 * np.random.default_rng(seed).normal(size=len(YEARS))
    y = 2.5 * np.exp(0.0185 * (YEARS - 1950)) * noise
    assert straight(seen(YEARS, y, exponential(4.97e-16, 0.01854))) is None


def test_nothing_is_named_where_a_narrow_range_makes_all_scales_one():
    y = noisy(2.5 * np.exp(0.0185 * (YEARS - 1950)), 0.005)
    assert straight(seen(YEARS, y, power_law(1.0, {0: 1}))) is None
    counted = straight(seen(YEARS - 1940, y, power_law(1.0, {0: 1})))
    assert (counted.facts["above"], counted.facts["below"]) == ("log(y)", "x0")
