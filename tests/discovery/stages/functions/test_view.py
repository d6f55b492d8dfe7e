from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.stages.functions._view import THROUGH, View
from nalm.symbolic import Call, evaluate
from tests.discovery._laws import formula, problem, table, term

SINE = Call("sin", formula(term(0.7, (1, 1)), term(0.2)))
HALF = Fraction(1, 2)
COEFFICIENTS = st.floats(0.02, 0.15)


def data():
    return table(lambda a, b, c: 0.1 * a + 0.05 * b * c, [(1, 3)] * 3, rows=30)


@given(st.sampled_from(THROUGH), COEFFICIENTS, COEFFICIENTS)
def test_what_is_restored_is_what_was_seen(seen, first, second):
    """A formula h of the view, restored, has the values g⁻¹(h) on the problem's own inputs."""
    view = View(functions=(SINE,), left_out=(1,), seen=seen)
    own = data()
    h = formula(term(first, (0, 1)), term(second, (1, HALF)), term(0.1, (2, 2)))
    restored = view.restored(h, inputs=3)
    target = evaluate(restored, own.x)
    seen_so = view.of(replace(own, y=target))
    assert seen_so is not None
    assert seen_so.x.shape[1] == 3
    assert seen_so.y == pytest.approx(evaluate(h, seen_so.x), rel=1e-9)


@pytest.mark.parametrize("seen", THROUGH)
def test_the_slope_is_that_of_the_function(seen):
    y = np.linspace(0.2, 0.9, 9)
    step = 1e-6
    slope = (seen.values(y + step) - seen.values(y - step)) / (2 * step)
    assert seen.slope(y) == pytest.approx(slope, rel=1e-6)
    assert seen.domain(y).all()


@pytest.mark.parametrize("seen", THROUGH)
def test_a_target_that_is_not_given_back_is_refused(seen):
    outside = np.array([-1.0, 0.5, 50.0])
    assert not seen.domain(outside).all()
    assert View(seen=seen).of(replace(data(), y=np.resize(outside, 30))) is None


def test_the_few_rows_that_noise_takes_out_of_the_domain_are_left_out():
    own = data()
    y = np.where(np.arange(30) < 3, -1e-3, own.y)
    seen = View(seen=THROUGH[0]).of(replace(own, y=y))
    assert seen is not None
    assert seen.y == pytest.approx(np.log(own.y[3:]))
    assert np.array_equal(seen.x, own.x[3:])


def test_a_small_error_counts_as_much_as_before():
    view = View(seen=THROUGH[0])
    own = data()
    seen = view.of(own)
    error = 1e-6 * np.sin(np.arange(30.0))
    moved = view.of(replace(own, y=own.y + error))
    assert np.sqrt(seen.weight) * (moved.y - seen.y) == pytest.approx(error, rel=1e-4, abs=1e-12)


def test_functions_come_after_the_inputs_that_are_kept():
    own = data()
    seen = View(functions=(SINE,), left_out=(0,)).of(own)
    assert seen.x[:, :2].tolist() == own.x[:, 1:].tolist()
    assert seen.x[:, 2] == pytest.approx(np.sin(0.7 * own.x[:, 1] + 0.2))
    assert seen.y.tolist() == own.y.tolist()


def test_what_has_no_value_on_a_row_gives_no_view():
    logarithm = Call("log", formula(term(Fraction(1), (0, 1))))
    signed = problem([[-1.0], [1.0], [2.0]], [1.0, 2.0, 3.0])
    assert View(functions=(logarithm,)).of(signed) is None
    assert View(seen=THROUGH[0]).of(problem([1.0, 2.0], [0.0, 1.0])) is None
