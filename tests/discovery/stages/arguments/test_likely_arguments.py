from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.stages.arguments._likely_arguments import (
    CURVES,
    WAVES,
    likely_curves,
    likely_waves,
)
from nalm.symbolic import as_formula, to_text
from tests.discovery._laws import problem, table

LIMITS = Limits(largest=6.0)
WAVE = [(1, 3), (1, 3), (0, 3), (1, 3), (0, 3)]
PHASES = {
    "plane wave": (lambda a, k, x, w, t: a * np.sin(k * x - w * t), "sin(b*c - d*e)"),
    "with a phase": (lambda a, k, x, w, t: a * np.sin(k * x - w * t + 0.7), "sin(b*c - d*e + 0.7)"),
    "standing about inputs": (lambda a, k, x, w, t: a + np.cos(k * x + w * t), "cos(b*c + d*e)"),
    "by its length": (lambda a, k, x, w, t: a * np.sin(2 * np.pi * (x / k - t / w)),
                      "sin(6.28*(c/b - e/d))"),
}  # fmt: skip


@pytest.mark.parametrize("name", PHASES)
@pytest.mark.parametrize("relative", [0.0, 0.01])
def test_the_wave_of_a_law_comes_first(name, relative):
    law, text = PHASES[name]
    found = likely_waves(table(law, WAVE, rows=400, relative=relative), LIMITS)
    assert len(found) <= WAVES
    assert to_text(as_formula(found[0].base), list("abcde"), digits=1 if "7" in text else 3) == text


CURVED = {
    "Fermi function": (lambda a, e, q, v: a / (np.exp((e - q * v) / 0.7) + 1),
                       [(1, 3), (0.1, 4), (1, 2), (0.5, 2)], "b - c*d"),
    "front": (lambda x, v, t, w: np.tanh((x - v * t) / w),
              [(0, 3), (0.5, 1.5), (0, 2), (0.5, 2)], "(a - b*c)/d"),
    "terminal velocity": (lambda m, g, c, t: np.sqrt(m * g / c) * np.tanh(t * np.sqrt(g * c / m)),
                          [(0.5, 3), (2, 10), (0.2, 1), (0.1, 2)], "sqrt(b)*sqrt(c)*d/sqrt(a)"),
}  # fmt: skip


@pytest.mark.parametrize("name", CURVED)
@pytest.mark.parametrize("relative", [0.0, 0.01])
def test_the_argument_of_a_law_comes_first(name, relative):
    law, ranges, text = CURVED[name]
    found = likely_curves(table(law, ranges, rows=400, relative=relative), LIMITS)
    assert len(found) <= CURVES
    assert to_text(found[0].written(Fraction(1)), list("abcd")).strip("()") == text.strip("()")


@pytest.mark.parametrize("likely", [likely_curves, likely_waves])
def test_where_nothing_is_to_be_told_none_are_likely(likely):
    assert likely(problem(np.ones((30, 2)), np.zeros(30)), LIMITS) == []
    assert likely(problem(np.zeros((30, 2)), np.ones(30)), LIMITS) == []


def test_coefficients_of_two_inputs_are_measured():
    data = table(lambda a, x, t: a * np.sin(2.1 * x - 1.3 * t), [(1, 3), (0, 5), (0, 5)], rows=400)
    (_, first), (_, second) = likely_waves(data, LIMITS)[0].argument.added
    assert first == pytest.approx(2.1, abs=0.2)
    assert second == pytest.approx(-1.3, abs=0.2)


def test_one_input_alone_has_no_sums():
    assert likely_waves(table(np.sin, [(0, 9)], rows=50), LIMITS) == []


@pytest.mark.parametrize("likely", [likely_curves, likely_waves])
def test_a_search_ends_with_its_time(likely):
    data = table(PHASES["plane wave"][0], WAVE)
    with pytest.raises(TimeIsUpError):
        likely(data, Limits(largest=6.0, budget=Budget(end=0.0)))
