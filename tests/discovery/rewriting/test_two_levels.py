from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery import SearchOptions, search
from nalm.discovery.rewriting._two_levels import with_levels
from nalm.symbolic import Call, evaluate, to_text
from tests.discovery._laws import formula, problem, term

ONE = Fraction(1)
DESIGN = np.array(np.meshgrid(*[[-1.0, 1.0]] * 4)).reshape(4, -1).T.repeat(5, axis=0)


def coded(level):
    """Two inputs at ± a level, and one that takes other values."""
    return np.array([[1, 1, 1], [1, -1, 2], [-1, 1, 3], [-1, -1, 3]]) * [level, level, 1]


@given(st.integers(-5, 5), st.integers(-5, 5), st.sampled_from([1.0, 0.5, 3.0]))
def test_the_values_stay_and_exponents_are_0_or_1(first, second, level):
    x = coded(level)
    inner = formula(term(ONE, (0, first)), term(2.5))
    law = formula(term(ONE, (0, first), (1, second), (2, 2)), term(0.7, (inner, 2), (1, second)))
    made = with_levels(law, x)
    assert np.allclose(evaluate(made, x), evaluate(law, x), rtol=1e-12)
    powers = [power for each in made.terms for power in each.powers if power.base in (0, 1)]
    assert {power.exponent for power in powers} <= {1}


def test_exact_numbers_stay_exact_between_1_and_minus_1():
    law = formula(term(ONE, (0, -3), (Call("exp", formula(term(ONE, (1, 2)))), 1)))
    assert to_text(with_levels(law, coded(1.0)), list("abc")) == "a*exp(1)"


@pytest.mark.parametrize("law", [formula(term(2.0, (2, -1))), formula(term(2.0, (0, 0.5)))])
def test_other_inputs_and_measured_exponents_stay(law):
    assert with_levels(law, coded(1.0)) == law


@pytest.mark.parametrize("level", [1.0, 2.0])
def test_a_formula_of_a_coded_design_has_a_value_at_its_centre(level):
    x = level * DESIGN
    noise = 0.3 * np.random.default_rng(1).standard_normal(len(x))
    y = 10 + 3 * x[:, 0] - 2 * x[:, 2] * x[:, 3] + noise
    discovery = search(problem(x, y), SearchOptions(starts=8, max_terms=3, functions=()))
    best = discovery.candidates[discovery.chosen].formula
    centre, corner = evaluate(best, np.vstack([np.zeros(4), np.full(4, level / 2)]))
    assert centre == pytest.approx(10, abs=0.2)
    assert corner == pytest.approx(10 + 1.5 * level - level**2 / 2, abs=0.3)
