from fractions import Fraction

import numpy as np
import pytest
from scipy import special

from nalm.discovery import (
    Noise,
    PowerProduct,
    SearchOptions,
    Strategy,
    Verdict,
    default_strategy,
    search,
)
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._baselines import Baselines, baselines
from nalm.discovery.stages.functions import _stages
from nalm.discovery.stages.functions._affine_stage import Exponentials
from nalm.discovery.stages.functions._stages import (
    FunctionFactors,
    FunctionTerms,
    SeenThrough,
    _is_hopeless,
)
from nalm.discovery.stages.regressions._regressions import Sums
from nalm.discovery.strategy._strategy import CLEAR, OF_A_SHORT_SUM
from nalm.symbolic import Call, Function, evaluate, register_function, to_text
from tests._tiers import kept, thorough
from tests.discovery._laws import formula, missed, problem, split, table, term
from tests.discovery._stages import run, state_of

NAMES = ["x0", "x1", "x2"]
ALL = ("exp", "log", "sin", "cos", "tanh")
STAGES = (Exponentials(), FunctionFactors(), FunctionTerms(), SeenThrough())
FACTORS = Strategy(stages=(PowerProduct(), FunctionFactors()))
SEEN = Strategy(stages=(PowerProduct(), FunctionFactors(), SeenThrough()))
OF_SUMS = Strategy(stages=(SeenThrough(stages=(Baselines(), Sums(), FunctionTerms())),))
INPUTS = Strategy(stages=(Sums(), FunctionTerms()))
COUNTS = (
    1003.2, 818.5, 671.9, 549.3, 451.7, 367.1, 302.4, 246.5,
    201.9, 166.1, 135.8, 110.9, 90.3, 74.6, 60.9, 49.2,
)  # fmt: skip


def begun(data, functions=ALL):
    inner, outer = split(data)
    pool = Pool(inner, outer, noises=(Noise.CONSTANT,))
    pool.add_all(baselines(inner, largest=6.0))
    return pool, state_of(pool, functions=functions)


def found(data, strategy, **options):
    return search(data, SearchOptions(starts=8, strategy=strategy, **options))


def chosen(discovery):
    return discovery.candidates[discovery.chosen].formula


# ── When a stage is due ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("stage", STAGES, ids=lambda one: type(one).__name__)
def test_without_functions_it_is_never_due(stage):
    data = table(np.sin, [(0, 7)])
    assert not stage.due(begun(data, ())[1])
    assert stage.due(begun(data)[1])


@pytest.mark.parametrize("stage", STAGES, ids=lambda one: type(one).__name__)
def test_it_is_not_due_once_a_product_fits_to_the_noise(stage):
    pool, state = begun(table(lambda a: 2 * a**2, [(1, 3)], rows=60, constant=0.05))
    assert stage.due(state)
    pool.add(formula(term(2.0, (0, 2))))
    assert not stage.due(state)


@pytest.mark.parametrize("stage", STAGES, ids=lambda one: type(one).__name__)
def test_it_is_not_due_once_the_law_is_found(stage):
    pool, state = begun(table(lambda a: 2 * a**2 + 1, [(1, 3)], rows=60))
    pool.add(formula(term(2.0, (0, 2)), term(1.0)))
    assert pool.is_exact
    assert not stage.due(state)


def test_a_short_sum_that_fits_to_the_noise_may_stand_for_a_function():
    pool, state = begun(table(lambda a: 2 * a**2 + 1, [(1, 3)], rows=60, constant=0.05))
    pool.add(formula(term(2.0, (0, 2)), term(1.0)))
    assert pool.has_simple_answer()
    assert FunctionFactors().due(state)


def test_a_function_of_a_product_is_tried_before_what_stands_for_it_is_called_a_law():
    """1.6 u/√(2.58 - u²) is within 1 % of arcsin u, for u up to 0.7."""
    law = lambda a, b, c: np.arcsin(a / (b * c))  # noqa: E731
    pool, state = begun(table(law, [(1, 2), (2, 4), (1.5, 4)], rows=200, relative=0.01))
    root = formula(term(2.58, (1, 2), (2, 2)), term(Fraction(-1), (0, 2)))
    pool.add(formula(term(1.604, (0, 1), (root, Fraction(-1, 2)))))
    assert pool.has_simple_answer()
    assert not SeenThrough().due(state)
    assert OF_A_SHORT_SUM.is_owed
    run(OF_A_SHORT_SUM, state)
    assert to_text(pool.best().fit.formula, NAMES).startswith("arcsin(")


SUBSTITUTED = {
    "conic": (
        lambda d, e, a, b: d * (1 - e**2) / (1 + e * np.cos(a - b)),
        [(1, 3), (0.2, 0.8), (0, 3), (3, 6)],
        "x0*(1 - x1^2)/(x1*cos(x2 - x3) + 1)",
    ),
    "law of cosines": (
        lambda a, b, c: np.sqrt(a**2 + b**2 - 2 * a * b * np.cos(c)),
        [(1, 3), (4, 6), (0, 6)],
        "sqrt(x0^2 - 2*x0*x1*cos(x2) + x1^2)",
    ),
}


@pytest.mark.parametrize("name", [thorough("conic"), "law of cosines"])
def test_a_function_in_the_place_of_inputs_is_found(name):
    law, ranges, expected = SUBSTITUTED[name]
    data = table(law, ranges, rows=200)
    (clear,) = [s for s in default_strategy(begun(data)[1]).stages if s == CLEAR]
    assert to_text(chosen(found(data, Strategy(stages=(clear,)))), [*NAMES, "x3"]) == expected


@pytest.mark.parametrize(("is_known", "levels"), [(True, 1), (False, 3)])
def test_more_factors_are_sought_only_while_no_simple_formula_fits(monkeypatch, is_known, levels):
    data = table(lambda a, b: a + b**2, [(1, 3)] * 2, rows=100, constant=0.02)
    (pool, state), asked = begun(data), []
    if is_known:
        pool.add(formula(term(1.0, (0, 1)), term(1.0, (1, 2))))

    def empty_levels(*_, **__):
        for level in range(3):
            asked.append(level)
            yield []

    monkeypatch.setattr(_stages, "factor_products", empty_levels)
    run(FunctionFactors(), state)
    assert len(asked) == levels


def test_a_factor_is_found_by_one_stage():
    pool, state = begun(table(lambda a, b: 3 * a * np.sin(b), [(1, 3), (0.2, 3)], rows=100))
    assert run(FunctionFactors(), state)
    assert pool.is_exact


# ── Laws that are found ───────────────────────────────────────────────────────────────────────────

LAWS = {
    "damped oscillation": (
        lambda t: 2 * np.exp(-0.3 * t) * np.cos(3 * t), [(0, 8)], FACTORS, "factor",
    ),
    "Gompertz": (lambda t: 5 * np.exp(-3 * np.exp(-0.7 * t)), [(0.1, 8)], OF_SUMS, "formula"),
    "Snell": (
        lambda n, m, o: np.arcsin(n * np.sin(o) / m),
        [(1, 1.2), (1.5, 2), (0.1, 1.3)],
        SEEN,
        "formula",
    ),
    "offset": (lambda t: 2 + 3 * np.exp(-0.7 * t), [(0, 5)], INPUTS, "input"),
}  # fmt: skip


@pytest.mark.parametrize("name", kept(LAWS, "damped oscillation", "offset", every=2))
def test_a_law_is_found(name):
    law, ranges, strategy, stage = LAWS[name]
    functions = ("exp",) if name == "offset" else ALL
    discovery = found(table(law, ranges, rows=100), strategy, functions=functions)
    best = discovery.candidates[discovery.chosen]
    assert discovery.verdict is Verdict.LAW
    assert stage in best.found_by
    assert missed(best.formula, law, ranges) < 1e-5


@pytest.mark.parametrize("strategy", [FACTORS, thorough(None)], ids=["one stage", "default"])
def test_a_decay_is_found_in_sixteen_readings(strategy):
    best = chosen(found(problem(np.arange(16.0), COUNTS), strategy))
    (only,) = best.terms
    (call,) = (w.base for w in only.powers)
    assert call.function == "exp"
    (exponent,) = call.argument.terms
    assert float(exponent.coefficient) == pytest.approx(-0.2, rel=0.02)
    assert [(w.base, w.exponent) for w in exponent.powers] == [(0, 1)]


@pytest.fixture
def bessel(registries):
    import sympy
    import torch

    register_function(
        Function(
            name="bessel",
            value=special.j0,
            derivative=lambda u: -special.j1(u),
            torch=torch.special.bessel_j0,
            sympy=lambda u: sympy.besselj(0, u),
            latex="J_0",
        )
    )


def test_a_function_of_a_user_is_found(bessel):
    data = table(lambda a, b: 2.5 * b**2 * special.j0(a), [(0.2, 7), (1, 3)], rows=100)
    discovery = found(data, FACTORS, functions=("bessel",))
    assert discovery.verdict is Verdict.LAW
    assert to_text(chosen(discovery), NAMES, digits=4) == "5*x1^2*bessel(x0)/2"


# ── What is not found ─────────────────────────────────────────────────────────────────────────────


def without_functions(state):
    strategy = default_strategy(state)
    for name in ("Exponentials", "UsualCurves", "FunctionFactors", "FunctionTerms", "SeenThrough"):
        strategy = strategy.without(name)
    return strategy


@pytest.mark.parametrize(
    ("whole", "left"),
    [
        (Strategy(stages=(Sums(), *STAGES)), Strategy(stages=(Sums(),))),
        thorough(None, without_functions),
    ],
    ids=["few stages", "default"],
)
def test_without_functions_the_search_is_that_of_sums_and_powers(whole, left):
    data = table(lambda a: 2 + np.exp(0.5 * a), [(0, 5)], rows=40, constant=0.02)
    one = found(data, whole, max_terms=2, functions=())
    other = found(data, left, max_terms=2)
    assert [each.formula for each in one.candidates] == [each.formula for each in other.candidates]
    assert (one.chosen, one.verdict, one.reason) == (other.chosen, other.verdict, other.reason)


SIZES = {
    "|x|": (np.abs, [(-3, 3)]),
    "|x| below a right angle": (np.abs, [(-1.2, 1.2)]),
    "|x - y|": (lambda a, b: np.abs(a - b), [(1, 3)] * 2),
    "max(x, y)": (np.maximum, [(1, 3)] * 2),
    "step": (lambda a: np.where(a > 0.3, 2.0, 1.0), [(-1, 3)]),
}


@pytest.mark.parametrize("name", kept(SIZES, "|x|", "max(x, y)", every=3))
@pytest.mark.parametrize(
    "strategy",
    [FACTORS, thorough(SEEN), thorough(OF_SUMS)],
    ids=["factors", "seen through", "sums seen through"],
)
def test_a_protected_operator_is_no_law(name, strategy):
    law, ranges = SIZES[name]
    discovery = found(table(law, ranges, rows=300), strategy, max_time=30.0)
    assert discovery.verdict is not Verdict.LAW


@pytest.mark.parametrize("seed", kept(range(4), 0))
def test_half_a_period_is_not_called_a_law(seed):
    """Of 0.6 periods a parabola cannot be told from a sine."""
    span = 0.6 * 2 * np.pi / 1.3
    data = table(lambda t: 3 * np.sin(1.3 * t), [(0, span)], rows=100, constant=0.01, seed=seed)
    discovery = found(data, FACTORS)
    assert evaluate(chosen(discovery), data.x) == pytest.approx(data.y, abs=0.2)
    assert discovery.verdict is not Verdict.LAW


def test_an_exact_frequency_is_kept():
    data = table(lambda t: 3 * np.sin(2 * t), [(0, 5)], rows=100, relative=0.01)
    (only,) = chosen(found(data, FACTORS)).terms
    (call,) = (w.base for w in only.powers)
    assert call.argument.terms[0].coefficient == Fraction(2)


@pytest.mark.parametrize(("error", "hopeless"), [(0.3, True), (0.005, False)])
def test_what_is_far_worse_than_the_best_is_not_fitted(error, hopeless):
    """Of noise-free data nearly all is, but a start that is a little off may become the law."""
    pool, _ = begun(table(lambda a: 2 * np.sin(a), [(0, 7)], rows=60))
    pool.add(formula(term(2.0, (Call("sin", formula(term(1.0, (0, 1)))), 1))))
    start = formula(term(2.0, (Call("sin", formula(term(1.0 + error, (0, 1)))), 1)))
    assert _is_hopeless(start, pool) is hopeless
    rough, _ = begun(table(lambda a: 2 * np.sin(a), [(0, 7)], rows=60, constant=0.1))
    rough.add(formula(term(1.0)))
    assert not _is_hopeless(start, rough)
