import numpy as np
import pytest

from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.stages.functions._affine import BETTER, OTHERS, VIEWS, Beside, affine_in
from nalm.symbolic import as_formula, to_text
from tests._tiers import thorough
from tests.discovery._laws import problem, table

LIMITS = Limits(largest=6.0)
LAWS = {
    "cooling": (
        lambda a, b, k, t: a + (b - a) * np.exp(-k * t),
        [(15, 25), (60, 95), (0.05, 0.3), (0, 20)],
        "exp(-x2*x3)",
        {2, 3},
    ),
    "an input of the exponential outside it": (
        lambda v, r, i, t: v / r * (1 - np.exp(-r * t / i)),
        [(5, 15), (1, 5), (1, 4), (0.1, 3)],
        "exp(-x1*x3/x2)",
        {2, 3},
    ),
    "three inputs in it": (
        lambda v, u, t, r, c: v + (u - v) * np.exp(-t / (r * c)),
        [(5, 10), (0, 4), (0.1, 3), (0.5, 2), (0.5, 2)],
        "exp(-x2/(x3*x4))",
        {2, 3, 4},
    ),
    "a reciprocal": (
        lambda k, n, r, t: k / (1 + (k / n - 1) * np.exp(-r * t)),
        [(50, 200), (2, 20), (0.3, 1.2), (0, 10)],
        "exp(-x2*x3)",
        {2, 3},
    ),
    "negative values": (
        lambda a, b, t: -a * (1.1 - np.exp(-t / b)),
        [(1, 4), (0.5, 2), (0.1, 4)],
        "exp(-x2/x1)",
        {1, 2},
    ),
}


def texts(found, inputs):
    names = [f"x{i}" for i in range(inputs)]
    return [to_text(as_formula(one.view.functions[0]), names) for one in found]


@pytest.mark.parametrize("seed", [0, thorough(1)])
@pytest.mark.parametrize("relative", [0.0, 0.01])
@pytest.mark.parametrize("name", LAWS)
def test_the_exponential_comes_first(name, relative, seed):
    law, ranges, expected, left_out = LAWS[name]
    found = affine_in(table(law, ranges, rows=300, relative=relative, seed=seed), limits=LIMITS)
    assert texts(found, len(ranges))[0] == expected
    assert set(found[0].view.left_out) == left_out
    assert found[0].ratio < BETTER
    assert len(found) <= VIEWS


@pytest.mark.parametrize("relative", [0.0, 0.01])
def test_two_exponentials_of_different_inputs_are_returned(relative):
    data = table(
        lambda m, r, t, e, s: m * (1 - np.exp(-r / t)) * np.exp(-e / s),
        [(1, 4), (0.5, 3), (0.5, 2), (0.02, 0.2), (0.05, 0.2)],
        rows=300,
        relative=relative,
    )
    first, *_ = affine_in(data, limits=LIMITS)
    names = ["m", "r", "t", "e", "s"]
    found = {to_text(as_formula(one), names) for one in first.view.functions}
    assert found == {"exp(-r/t)", "exp(-e/s)"}
    assert set(first.view.left_out) == {1, 2, 3, 4}


def test_an_input_may_begin_at_zero():
    law, ranges, expected, _ = LAWS["cooling"]
    data = table(law, ranges, rows=300)
    data.x[:30, 3] = 0.0
    data.y[:30] = law(*data.x[:30].T)
    assert texts(affine_in(data, limits=LIMITS), 4)[0] == expected


@pytest.mark.parametrize("relative", [0.0, 0.01])
@pytest.mark.parametrize(
    "law",
    [
        lambda a, b, c: a / (1 + b * c),
        lambda a, b, c: a + b / c,
        lambda a, b, c: a * np.sqrt(1 + (b / c) ** 2),
        lambda a, b, c: a / np.sqrt(1 + b * c),
        lambda a, b, c: a * np.log(b / c) + 2 * a,
        lambda a, b, c: a * b**2 * c,
    ],
)
def test_what_another_curve_explains_needs_no_exponential(law, relative):
    data = table(law, [(1, 3)] * 3, rows=300, relative=relative)
    assert affine_in(data, limits=LIMITS) == []


def test_noise_is_no_exponential():
    random = np.random.default_rng(0)
    data = problem(random.uniform(1, 3, (300, 4)), random.standard_normal(300))
    assert affine_in(data, limits=LIMITS) == []


def test_of_few_rows_or_one_value_nothing_fails():
    law, ranges, *_ = LAWS["cooling"]
    affine_in(table(law, ranges, rows=4), limits=LIMITS)
    assert affine_in(table(lambda a, b, c: 0 * a + 1, [(1, 3)] * 3), limits=LIMITS) == []


def test_it_ends_with_the_time():
    law, ranges, *_ = LAWS["cooling"]
    limits = Limits(largest=6.0, budget=Budget(end=0.0))
    with pytest.raises(TimeIsUpError):
        affine_in(table(law, ranges), limits=limits)


def test_an_error_is_that_of_the_best_target():
    random = np.random.default_rng(0)
    x = random.uniform(1, 3, (100, 2))
    curve = np.exp(-x[:, 1])
    for y in (x[:, 0] + curve, 1 / (x[:, 0] + curve)):
        beside = Beside(x[:, :1], y, root=np.ones(100))
        exact, other = beside.errors([curve, random.uniform(1, 2, 100)])
        assert exact < 1e-9 < 0.01 < other


def test_a_curve_without_a_value_has_no_error():
    x = np.linspace(1, 3, 50)[:, None]
    beside = Beside(x, x[:, 0] ** 3, root=np.ones(50))
    with np.errstate(all="ignore"):
        first, second = beside.errors([np.log(x[:, 0] - 1), x[:, 0] ** 3])
    assert first == np.inf
    assert second < 1e-9


def test_the_other_curves_have_values_for_positive_arguments():
    values = np.array([1e-3, 1.0, 50.0])
    assert all(np.isfinite(curve(values)).all() for curve in OTHERS)
