from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery import Dimensions, Noise
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages.variations import _closed_forms as variations
from nalm.discovery.stages.variations._closed_forms import (
    BEST,
    EXPONENTS,
    MOST,
    NUMBERS,
    ClosedForms,
    closed_forms,
)
from nalm.symbolic import Call, Sum, evaluate, form_key, parameters, simplify, to_text
from tests._tiers import kept
from tests.discovery._laws import formula, problem, split, table, term
from tests.discovery._stages import run, state_of

ONE = term(Fraction(1))
HALF = Fraction(1, 2)


def form(law):
    return form_key(simplify(law, positive=[True] * 3))


def forms(law, **options):
    return {form(each) for each in closed_forms(law, **options)}


@given(
    st.floats(0.2, 3.0),
    st.floats(-2.0, 2.0).filter(lambda c: abs(c) > 0.1),
    st.sampled_from([Fraction(1), Fraction(-2), HALF, 0.7]),
    st.integers(1, 3),
)
def test_the_first_order_stays(lead, other, exponent, power):
    base = Sum((term(lead, (0, 1)), term(other, (0, 1), (1, power))))
    law = Sum((term(2.0, (base, exponent)),))
    x = np.array([[1.5, 1e-3], [0.7, 1e-3]])
    small = 1e-3**power * abs(other) / lead
    value = evaluate(law, x)
    led_by_first = list(closed_forms(law))[: len(EXPONENTS)]
    assert led_by_first
    for each in led_by_first:
        assert np.allclose(evaluate(each, x), value, rtol=40 * small**2 + 1e-12)


def test_the_law_behind_the_beginning_of_a_series_is_tried():
    mass, speed = (0, 1), (1, 2)
    energy = Sum((term(1.0, mass), term(0.5, mass, speed)))
    root = formula(ONE, term(-1.0, speed))
    assert form(Sum((term(1.0, mass, (root, -HALF)),))) in forms(energy)


def test_exponents_near_whole_ones_are_tried_whole():
    law = Sum((term(1.0), term(0.5, (0, 2.3))))
    whole = {form(Sum((term(1.0, (formula(ONE, term(0.5, (0, k))), -1)),))) for k in (2, 3)}
    assert whole <= forms(law)
    assert not whole & forms(law, whole=False)


def test_other_terms_are_left_out_and_kept():
    law = Sum((ONE, term(0.4, (0, 1)), term(0.2, (0, 2))))
    series = term(0.4, (0, 1), (formula(ONE, term(-0.5, (0, 1))), -1))
    assert {form(Sum((series,))), form(Sum((ONE, series)))} <= forms(law)


def test_other_terms_stay_as_a_factor():
    """(t - u x) / √(1 - u²) is t + t u²/2 - u x, to first order."""
    time, speed, place = (0, 1), (1, 2), ((1, 1), (2, 1))
    series = Sum((term(1.0, time), term(0.5, time, speed), term(-1.0, *place)))
    moved = formula(ONE, term(-1.0, (0, -1), *place))
    root = formula(ONE, term(-1.0, speed))
    assert form(Sum((term(1.0, time, (moved, 1), (root, -HALF)),))) in forms(series)


def test_two_terms_of_a_sum_inside_are_written_anew_beside_the_rest():
    """1/(9/x + 2 y √(1 + x y)): for small x y its inner sum is 9/x + 2 y + x y²."""
    rest, lead = term(9.0, (0, -1)), term(2.0, (1, 1))
    root = formula(ONE, term(1.0, (0, 1), (1, 1)))
    begun = Sum((term(1.0, (Sum((rest, lead, term(ONE.coefficient, (0, 1), (1, 2)))), -1)),))
    law = Sum((rest, term(2.0, (1, 1), (root, HALF))))
    assert form(Sum((term(1.0, (law, -1)),))) in forms(begun)


def test_sums_inside_of_products_are_written_anew():
    square = formula(ONE, term(-0.3, (0, 2)))
    law = Sum((term(2.0, (1, 1), (square, 2)), term(1.0, (2, 1))))
    root = Sum((term(2.0, (1, 1), (square, HALF)), term(1.0, (2, 1))))
    assert form(root) in forms(law)


def test_what_is_no_short_sum_has_no_other_form():
    assert list(closed_forms(formula(term(2.0, (0, 3))))) == []
    assert list(closed_forms(formula(*(term(1.0, (0, k)) for k in range(MOST + 1))))) == []


def test_a_root_is_not_led_by_a_negative_term():
    law = Sum((term(1.0, (formula(term(Fraction(-1)), term(2.0, (0, 1))), HALF)),))
    x = np.array([[3.0]])
    values = [evaluate(each, x) for each in closed_forms(law)]
    assert values
    assert np.isfinite(values).all()


def test_what_is_too_large_for_a_number_is_left_out():
    square = formula(term(1e200), term(1e150, (0, 1)))
    law = Sum((term(1.0, (square, 2)),))
    assert {each.terms[0].coefficient for each in closed_forms(law)} == {1e150**2}


# ── In a search ───────────────────────────────────────────────────────────────────────────────────


def mass(m, v):
    return m / np.sqrt(1 - v**2)


def begun(seed=0, dimensions=None):
    """A pool that holds the beginning of the series of a law."""
    data = table(mass, [(1, 5), (0.1, 0.6)], rows=200, constant=0.01, seed=seed)
    inner, outer = (replace(each, dimensions=dimensions) for each in split(data))
    pool = Pool(inner, outer, noises=(Noise.CONSTANT,))
    pool.add(formula(term(1.0, (0, 1)), term(0.7, (0, 1), (1, 2.3))))
    return pool


@pytest.mark.parametrize("seed", kept(range(3), 0))
def test_the_law_is_found_behind_the_beginning(seed):
    pool, beyond = begun(seed), table(mass, [(1, 5), (0.8, 0.9)])
    assert np.abs(evaluate(pool.best().fit.formula, beyond.x) / beyond.y - 1).max() > 0.1
    run(ClosedForms(when_stuck=False), state_of(pool))
    assert np.abs(evaluate(pool.best().fit.formula, beyond.x) / beyond.y - 1).max() < 0.05


def test_a_search_does_not_end_with_the_beginning_of_a_series():
    x = np.random.default_rng(2).uniform([1, 1, 1, 3], [5, 2, 5, 10], (1000, 4))
    t, u, place, c = x.T
    y = (t - u * place / c**2) / np.sqrt(1 - u**2 / c**2)
    y = y * (1 + 0.01 * np.random.default_rng(3).standard_normal(1000))
    assert ClosedForms.is_owed
    inner, outer = split(problem(x, y))
    pool = Pool(inner, outer, noises=(Noise.CONSTANT, Noise.RELATIVE))
    square = ((1, 2), (3, -2))
    series = (term(1.0, (0, 1)), term(0.6, (0, 1), *square), term(-1.1, (1, 1), (2, 1), (3, -2)))
    pool.add(formula(*series))
    run(ClosedForms(when_stuck=False), state_of(pool))
    fast = np.array([[3.0, 4.0, 1.0, 5.0]])  # beyond all rows: a series of squares is a tenth off
    assert np.allclose(evaluate(pool.best().fit.formula, fast), (3 - 4 / 25) / 0.6, rtol=0.04)


@pytest.mark.parametrize(("power", "is_near"), [(0, False), (1, True)])
def test_what_explains_little_is_no_beginning(power, is_near):
    pool = begun()
    poor = Pool(pool.inner, pool.outer, noises=(Noise.CONSTANT,))
    poor.add(formula(term(1.0, (0, power)), term(0.1, (1, 1))))
    assert (poor.best().explained > 0.9) is is_near
    assert ClosedForms(when_stuck=False).due(state_of(poor)) is is_near


def test_what_does_not_begin_alike_is_not_tried(monkeypatch):
    """Where b is no small part of a + b, (a + b/2)²/a and the like are other functions."""
    made = []

    def noted(formulas, *_, **__):
        made.extend(formulas)
        return []

    monkeypatch.setattr(variations, "promising", noted)
    law = formula(term(1.0, (0, 1)), term(1.0, (1, 1)))
    counts = []
    for ratio in (0.1, 1.0, 100.0):
        data = table(lambda a, b: a + b, [(1, 2), (ratio, 2 * ratio)], rows=100, constant=0.01)
        pool = Pool(*split(data), noises=(Noise.CONSTANT,))
        pool.add(law)
        run(ClosedForms(when_stuck=False), state_of(pool))
        best = pool.best().fit.formula
        own = evaluate(best, pool.inner.x)
        others = [one for one in made if form(one) in forms(best)]
        far = [np.abs(evaluate(one, pool.inner.x) - own).max() for one in others]
        assert max(far) < 3 * np.abs(own).max()
        counts.append(len(others))
        made.clear()
    assert counts[0] > counts[1] > 0


def test_each_form_is_tried_once():
    pool, tried = begun(), set()
    first = min(len(pool.ranked()), BEST)
    run(ClosedForms(when_stuck=False), state_of(pool, tried=tried))
    assert len(tried) == first
    run(ClosedForms(when_stuck=False), state_of(pool, tried=tried))
    assert len(tried) <= first + BEST


def test_the_limit_of_exponents_is_kept():
    pool = begun()
    before = len(pool.ranked())
    run(ClosedForms(when_stuck=False), state_of(pool, largest_exponent=0.4))
    assert len(pool.ranked()) == before


def test_what_has_many_numbers_is_no_beginning():
    pool, tried = begun(), set()
    many = [term(0.1 * k, (0, k % 3), (1, k // 3)) for k in range(1, 12)]
    longer = Pool(pool.inner, pool.outer, noises=(Noise.CONSTANT,))
    longer.add(Sum(tuple(many)))
    assert len(parameters(longer.best().fit.formula)) > NUMBERS
    run(ClosedForms(when_stuck=False), state_of(longer, tried=tried))
    assert not tried


def test_with_units_no_exponent_is_moved():
    one, zero = Fraction(1), Fraction(0)
    mass = Dimensions(inputs=((one, zero),), target=(one,))  # of m; v has no unit
    plain, units = begun(), begun(dimensions=mass)
    texts = []
    for pool in (plain, units):
        run(ClosedForms(when_stuck=False), state_of(pool))
        texts.append(" ".join(to_text(each.fit.formula, ["m", "v"]) for each in pool.ranked()))
    assert "v^2 " in texts[0]
    assert "v^2 " not in texts[1]
    assert len(units.ranked()) > 1


def test_exponents_that_can_only_become_whole_together_do():
    data = table(lambda a, b: np.sqrt(a**2 - b**2), [(4, 9), (1, 3)], rows=200)
    pool = Pool(*split(data), noises=(Noise.CONSTANT,))
    base = formula(
        term(0.98, (0, 1.99999998)), term(Fraction(1, 50), (0, 2.00001)), term(-1.0, (1, 2.00001))
    )
    pool.add(formula(term(1.0, (base, HALF), (1, 5e-6))))
    run(ClosedForms(when_stuck=False), state_of(pool))
    root = formula(term(1.0, (formula(term(Fraction(1), (0, 2)), term(-1.0, (1, 2))), HALF)))
    assert form(pool.best().fit.formula) == form(root)


@pytest.mark.parametrize("seed", kept(range(3), 0))
def test_a_term_too_many_inside_is_left_out(seed):
    """3 c + 6 b⁴ c / (a (a + 3 b²)) with a constant beside b²/a, which hides the pole's place."""
    pole = formula(term(ONE.coefficient, (0, 1)), term(3.0, (1, 2)))
    right = formula(term(3.0, (2, 1)), term(6.0, (0, -1), (1, 4), (2, 1), (pole, -1)))
    data = table(
        lambda *x: evaluate(right, np.array(x).T), [(1, 3)] * 3, rows=300, constant=0.01, seed=seed
    )
    pool = Pool(*split(data), noises=(Noise.CONSTANT,))
    more = formula(term(-0.009), term(ONE.coefficient, (0, -1), (1, 2)))
    pool.add(formula(term(3.0, (2, 1)), term(6.3, (1, 2), (2, 1), (more, 1), (pole, -1))))
    assert form(pool.best().fit.formula) != form(right)
    run(ClosedForms(when_stuck=False), state_of(pool))
    assert form(pool.best().fit.formula) == form(right)


def test_a_function_too_many_is_left_out():
    """(u/sin u)² follows the noise beside an exponential, and was called a law with it."""
    data = table(
        lambda r, t: 2 * np.exp(-2.5 * r * t) * np.cos(9 * t), [(0.1, 0.6), (0, 2)], rows=120,
        constant=0.01,
    )  # fmt: skip
    inside = formula(term(Fraction(1, 2), (0, 1), (1, 1)))
    decay = Call("exp", formula(term(-2.55, (0, 1), (1, 1))))
    wave = Call("cos", formula(term(9.0, (1, 1))))
    odd = term(0.5, (0, 2), (1, 2), (decay, 1), (wave, 1), (Call("sin", inside), -2))
    pool = Pool(*split(data), noises=(Noise.CONSTANT,))
    pool.add(formula(odd))
    run(ClosedForms(when_stuck=False), state_of(pool))
    assert to_text(pool.best().fit.formula, ["r", "t"], digits=2) == "2*cos(9*t)*exp(-2.5*r*t)"
