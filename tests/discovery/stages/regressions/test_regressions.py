import numpy as np
import pytest

from nalm.discovery import Noise
from nalm.discovery._budget import Budget, TimeIsUpError
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._baselines import baselines
from nalm.discovery.stages.regressions import _regressions as regressions
from nalm.discovery.stages.regressions._regressions import (
    QuadraticRoots,
    Sums,
    SumsAndQuotients,
    near_the_best,
)
from nalm.symbolic import evaluate, same_form
from tests._tiers import thorough
from tests.discovery._laws import formula, split, table, term
from tests.discovery._stages import run, state_of

SUMS, BRIEFLY, ROOTS = SumsAndQuotients(), SumsAndQuotients(products=False), QuadraticRoots()


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


@pytest.mark.parametrize("law", [lambda a, b: a * b + 2 * b**2, thorough(lambda a, b: a / (1 + b))])
@pytest.mark.parametrize("noise", [0.0, 0.02])
def test_without_products_of_many_inputs_it_finds_a_law_as_well(law, noise):
    pool, state = begun(table(law, [(1, 3), (1, 3)], rows=80, constant=noise))
    run(BRIEFLY, state)
    assert pool.is_exact if noise == 0 else pool.has_simple_answer()
    assert not BRIEFLY.due(state)
    assert SUMS.due(state)


def test_what_was_looked_for_before_is_not_computed_again(monkeypatch):
    calls = []
    monkeypatch.setattr(regressions, "polynomials", lambda *_: calls.append(1) or [])
    _, state = begun(table(lambda a, b: a * b + 2 * b**2, [(1, 3), (1, 3)], rows=80))
    run(BRIEFLY, state)
    run(SUMS, state)
    assert len(calls) == 1


def test_what_is_far_longer_than_another_formula_is_not_proposed():
    _, state = begun(table(lambda a: 2 * a + 1, [(1, 3)], rows=100, constant=0.02))
    short = formula(term(2.0, (0, 1)), term(1.0))
    long = formula(*(term(c, (0, k)) for k, c in enumerate((1.0, 2.0, *[1e-9] * 20))))
    proposed = [one.formula for one in near_the_best([long, short], state)]
    assert proposed == [short]


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
