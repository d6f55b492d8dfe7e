import numpy as np
import pytest

from nalm.discovery._budget import Limits
from nalm.discovery.stages.functions._terms import function_terms
from nalm.symbolic import Call, to_text
from tests.discovery._laws import table

LIMITS = Limits(largest=6.0)
ALL = ("exp", "log", "sin", "cos", "tanh")
NAMES = [f"x{i}" for i in range(5)]


def terms(law, ranges, functions=ALL, **options):
    return function_terms(table(law, ranges, **{"rows": 300, **options}), functions, limits=LIMITS)


def texts(law, ranges, functions=ALL, **options):
    found = terms(law, ranges, functions, **options)
    return [f"{one.function}({to_text(one.argument, NAMES, digits=4)})" for one in found]


def test_the_sine_of_an_angle_in_a_sum_is_proposed():
    def lorentz(q, e, b, v, o):
        return q * e + q * b * v * np.sin(o)

    found = texts(lorentz, [(1, 5)] * 5, ("sin", "exp"))
    assert "sin(x4)" in found[:6]


def test_a_frequency_is_measured_and_a_phase_is_free():
    found = terms(lambda t: 3 + 0.2 * t + 2 * np.sin(1.7 * t + 0.4), [(0, 12)], ("sin",))
    waves = [[t.coefficient for t in one.argument.terms] for one in found]
    assert any(wave == pytest.approx([1.7, 0.4], rel=1e-3) for wave in waves if len(wave) == 2)


@pytest.mark.parametrize("law", [lambda a: 2 + 3 * np.exp(-0.7 * a), lambda a: np.exp(0.4 * a) - 1])
def test_an_exponential_beside_a_constant(law):
    found = terms(law, [(0, 5)], ("exp",))
    rates = [float(one.argument.terms[0].coefficient) for one in found]
    wanted = -0.7 if law(0.0) > 1 else 0.4
    assert any(rate == pytest.approx(wanted, rel=1e-3) for rate in rates)


def test_only_functions_that_are_allowed_are_proposed():
    found = terms(lambda a, b: b + np.sin(a), [(0, 6), (1, 3)], ("exp", "tanh"))
    assert {one.function for one in found} <= {"exp", "tanh"}
    assert len(set(found)) == len(found)
    assert all(isinstance(one, Call) for one in found)


def test_a_short_sum_has_no_functions():
    assert terms(lambda a, b: a * b - 3 * a**2, [(1, 3)] * 2) == []


def test_without_functions_there_is_none():
    assert terms(lambda a: np.sin(5 * a), [(0, 6)], ()) == []
