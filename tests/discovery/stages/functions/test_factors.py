import numpy as np
import pytest
from scipy.special import erf, erfc

from nalm.discovery._budget import Limits
from nalm.discovery.stages.arguments._arguments import arguments
from nalm.discovery.stages.functions._factor_grid import EXACT
from nalm.discovery.stages.functions._factors import REFITTED, function_factors
from nalm.discovery.stages.functions._families import of_functions
from tests._tiers import kept, thorough
from tests.discovery._laws import problem, table

LIMITS = Limits(largest=6.0)
ALL = of_functions(("exp", "log", "sin", "cos", "tanh"))
LAWS = {
    "torque": (
        lambda r, f, o: r * f * np.sin(o),
        [(1, 5), (1, 5), (0.2, 3)],
        "sin",
        1.0,
        (0, 0, 1),
    ),
    "diode": (
        lambda i, q, v, k, t: i * np.expm1(q * v / (k * t)),
        [(1, 5), (1, 2), (1, 2), (1, 2), (1, 2)],
        "exp",
        1.0,
        (0, 1, 1, -1, -1),
    ),
    "two-level system": (
        lambda n, m, b: n * m * np.tanh(m * b),
        [(1, 5)] * 3,
        "tanh",
        1.0,
        (0, 1, 1),
    ),
    "squared": (
        lambda a, f, t: a * np.cos(f * t) ** 2,
        [(1, 3), (1, 2), (0, 3)],
        "cos",
        2.0,
        (0, 1, 1),
    ),
    "swing": (
        lambda a, k, m, t: a * np.sin(np.sqrt(k / m) * t),
        [(1, 3), (1, 4), (1, 3), (0.1, 6)],
        "sin",
        1.0,
        (0, 0.5, -0.5, 1),
    ),
    "diffusion": (
        lambda c, x, t: c * erfc(x / np.sqrt(t)),
        [(1, 3), (0.2, 2), (0.5, 3)],
        "erf",
        1.0,
        (0, 1, -0.5),
    ),
    "work": (lambda n, v, w: n * np.log(w / v), [(1, 5), (1, 2), (3, 9)], "log", 1.0, (0, -1, 1)),
}


def factors(data, families):
    return function_factors(data, families, along=arguments(data.x), limits=LIMITS)


def test_a_number_that_is_not_measured_is_exact():
    """Else its digits would stay as they were first found, and no fit could move them."""

    def smaller_grains(size):
        return 2.25 * (1 + erf(0.79 * np.log(0.87 * size)))

    data = table(smaller_grains, [(0.5, 6)], rows=200, relative=0.01)
    found = factors(data, of_functions(("exp", "sin", "cos", "tanh", "erf")))
    assert all(each.measured or abs(each.b) in EXACT for each in found)


@pytest.mark.parametrize(
    ("name", "relative"),
    [*((name, 0.01) for name in LAWS), *(thorough(name, 0.0) for name in LAWS)],
)
def test_the_factor_of_a_law_is_among_the_likely_ones(name, relative):
    law, ranges, function, power, exponents = LAWS[name]
    data = table(law, ranges, rows=200, relative=relative)
    found = factors(data, of_functions((function,)))
    assert len(found) <= REFITTED
    assert [each.score for each in found] == sorted(each.score for each in found)
    either = (exponents, tuple(-e for e in exponents))
    right = [each for each in found if each.argument.exponents in either and each.power == power]
    assert any(abs(each.b) == pytest.approx(1.0, rel=0.02) for each in right)
    if not relative:
        assert found[0].argument.exponents in either


def test_the_function_is_that_of_the_law():
    first = factors(table(*LAWS["two-level system"][:2]), ALL)[0]
    assert first.family.needs == ("tanh",)


def test_a_number_is_measured():
    data = table(lambda a, t: a * np.sin(1.37 * t), [(1, 3), (0, 9)], rows=200, relative=0.01)
    first = factors(data, ALL)[0]
    assert first.measured
    assert first.b == pytest.approx(1.37, rel=1e-3)


@pytest.mark.parametrize("b", [0.31, 0.51, 0.67, 0.81, 1.07])
def test_a_number_off_the_grid_is_found_with_its_power(b):
    """At a wrong number of an error function another power of it fits better."""
    data = table(lambda c, x, t: c * erfc(b * x / np.sqrt(t)), [(1, 3), (0.2, 3), (0.5, 3)])
    first = factors(data, of_functions(("exp", "sin", "cos", "erf")))[0]
    assert (first.family.needs, first.argument.exponents) == (("erf",), (0, 1, -0.5))
    assert (first.b, first.power) == (pytest.approx(b, rel=1e-6), 1.0)


def test_an_oscillation_may_die_away():
    data = table(lambda t: np.exp(-0.3 * t) * np.cos(3 * t), [(0, 8)], rows=100)
    first = factors(data, ALL)[0]
    assert first.growing
    assert first.rate == pytest.approx(-0.3, rel=1e-6)
    assert first.b == pytest.approx(3, rel=1e-6)


@pytest.mark.parametrize("name", ["exp", "log", "sin", "cos", "tanh", "erf"])
@pytest.mark.parametrize("seed", kept(range(3), 0))
def test_a_product_leaves_nothing_for_a_function(name, seed):
    """Then the best function is as good as a constant, such as erf u of large u."""
    data = table(lambda w, d, n: w / (d * n), [(1, 2), (2, 5), (1, 5)], rows=30, seed=seed)
    found = factors(data, of_functions((name,)))
    assert all(np.isfinite((each.b, each.power, each.score)).all() for each in found)


def test_the_powers_of_inputs_beside_a_factor_count():
    """c x (1 - e^-u) may as well be c x u^5 e^-u/sin(u/2)^4, but for the fifth power."""
    data = table(
        lambda e, c: 1 - np.exp(-2.3 * e * c), [(0.2, 2), (0.05, 1)], rows=240, constant=0.01
    )
    first = factors(data, of_functions(("exp", "log", "sin", "cos", "tanh", "erf")))[0]
    assert (first.family.needs, first.argument.exponents, first.power) == (("exp",), (1, 1), 1.0)
    assert first.b == pytest.approx(-2.3, rel=0.02)


def test_without_families_there_is_none():
    assert factors(table(*LAWS["torque"][:2]), ()) == []


def test_a_target_of_zeros_has_none():
    assert factors(problem(np.ones((30, 2)), np.zeros(30)), ALL) == []


def test_families_are_those_of_the_functions():
    assert {each.needs for each in of_functions(("exp", "sin"))} == {(), ("exp",), ("sin",)}
    assert ("sin", "cos") in {each.needs for each in of_functions(("cos", "sin"))}
    assert {each.needs for each in of_functions(("arctan",))} == {(), ("arctan",)}
    assert of_functions(()) == ()
