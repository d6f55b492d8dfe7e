from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery import Noise
from nalm.discovery._budget import Budget, TimeIsUpError
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._baselines import baselines
from nalm.discovery.stages._loop import go_through
from nalm.discovery.stages.regressions import _regressions as regressions
from nalm.discovery.stages.regressions._regressions import QuadraticRoots, Sums, SumsAndQuotients
from nalm.symbolic import evaluate, same_form
from tests._tiers import thorough
from tests.discovery._laws import formula, split, table, term
from tests.discovery._stages import run, state_of

SUMS, ROOTS = SumsAndQuotients(), QuadraticRoots()


def begun(data):
    inner, outer = split(data, 0.8)
    pool = Pool(inner, outer, noises=(Noise.CONSTANT,))
    pool.add_all(baselines(inner, largest=6.0))
    return pool, state_of(pool)


def test_a_polynomial_is_found():
    data = table(lambda a, b: 1 + a * b**3 - 2 * b, [(1, 3), (1, 3)], rows=80)
    pool, state = begun(data)
    run(SUMS, state)
    assert pool.is_exact
    assert np.allclose(evaluate(pool.best().fit.formula, data.x), data.y)


@pytest.mark.thorough
@pytest.mark.parametrize("law", [lambda a, b: a * b + 2 * b**2, thorough(lambda a, b: a / (1 + b))])
def test_what_is_exact_is_found_before_all_else_and_is_no_step_where_nothing_is(law):
    data = [table(law, [(1, 3), (1, 3)], rows=80, constant=noise) for noise in (0, 0.02)]
    (exact, first), (noisy, second), (_, third) = map(begun, (*data, data[1]))
    ahead = replace(SUMS, exact=True)
    run(ahead, first)
    assert exact.is_exact
    go_through([ahead] * 40, second, budget=Budget())
    assert not noisy.is_stuck
    assert run(SUMS, second) == run(SUMS, third)


def test_what_was_looked_for_ahead_is_not_computed_again(monkeypatch):
    calls = []
    monkeypatch.setattr(regressions, "polynomials", lambda *_: calls.append(1) or [])
    _, state = begun(table(lambda a, b: a * b + 2 * b**2, [(1, 3), (1, 3)], rows=80))
    run(replace(SUMS, exact=True), state)
    run(SUMS, state)
    assert len(calls) == 1


def test_sums_have_no_quotients(monkeypatch):
    monkeypatch.setattr(regressions, "rationals", None)
    pool, state = begun(table(lambda a, b: 1 + a * b**3 - 2 * b, [(1, 3), (1, 3)], rows=80))
    assert run(Sums(), state)
    assert pool.is_exact


def test_a_root_of_a_quadratic_equation_is_found():
    data = table(lambda p, m: np.sqrt(p**2 + m**2) - m, [(0.5, 5), (0.5, 5)], rows=80)
    pool, state = begun(data)
    assert run(ROOTS, state)
    assert pool.is_exact


def test_no_roots_are_sought_once_the_law_is_found():
    exact, state = begun(table(lambda a: 2 * a + 1, [(1, 3)], rows=60))
    assert exact.is_exact
    assert not run(ROOTS, state)
    simple, state = begun(table(lambda a: 2 * a**2, [(1, 3)], rows=60, constant=0.05))
    assert run(ROOTS, state)
    simple.add(formula(term(2.0, (0, 2))))
    assert not simple.is_exact
    assert not run(ROOTS, state)


def test_what_is_found_is_only_fitted_where_it_comes_near_the_best(monkeypatch):
    near, far = formula(term(2.0, (0, 2)), term(1.0)), formula(term(1.0, (0, 5)), term(-7.0))
    pool, state = begun(table(lambda a: 2 * a**2 + 1, [(1, 3)], rows=60, constant=0.05))
    monkeypatch.setattr(regressions, "polynomials", lambda *_: [near, far])
    monkeypatch.setattr(regressions, "rationals", lambda *_: [])
    run(SUMS, state)
    forms = [each.fit.formula for each in pool.ranked()]
    assert any(same_form(each, near) for each in forms)
    assert not any(same_form(each, far) for each in forms)


def test_it_ends_when_the_time_is_up():
    data = table(lambda a, b: a + b**2, [(1, 3), (1, 3)], rows=60, constant=0.001)
    _, state = begun(data)
    for stage in (SUMS, ROOTS):
        with pytest.raises(TimeIsUpError):
            run(stage, state, Budget(end=0.0))
