import signal
import time
import warnings
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import special

from nalm.discovery import (
    Dimensions,
    Noise,
    PowerProduct,
    SearchOptions,
    Strategy,
    Verdict,
    _budget,
    search,
)
from nalm.discovery.problem._agreement import in_agreement
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.scoring._search_rules import SearchRules
from nalm.discovery.stages._guesses import Guesses
from nalm.discovery.strategy import _finish, _last_fits
from nalm.errors import InvalidValueError
from nalm.symbolic import evaluate, to_text
from tests._tiers import kept, sampled, slow, thorough
from tests.discovery._laws import formula, problem, table, term

FAST = SearchOptions(starts=16, max_terms=2)
QUICK = SearchOptions(starts=8, max_terms=1)
NAMES = [f"x{i}" for i in range(12)]
KILOGRAM, METRE, SECOND = np.eye(3, dtype=int).tolist()
JOULE = (1, 2, -2)


def chosen(data, options=FAST, **changes):
    found = search(data, options, **changes)
    return found.candidates[found.chosen].formula


def text(data, options=FAST):
    return to_text(chosen(data, options), NAMES, digits=4)


def units(*inputs, target):
    columns = np.array(inputs).T
    rows = tuple(tuple(Fraction(int(e)) for e in row) for row in columns)
    return Dimensions(inputs=rows, target=tuple(Fraction(e) for e in target))


def noise(rows=60):
    random = np.random.default_rng(0)
    return problem(random.uniform(1, 2, (rows, 2)), random.standard_normal(rows))


# ── Laws that are found ───────────────────────────────────────────────────────────────────────────

LAWS = {
    "-3*x0^2/x1": (lambda a, b: -3 * a**2 / b, [(-2, 2), (-2, 2)]),
    "x0^2 - x1^3": (lambda a, b: a**2 - b**3, [(1, 3), (1, 3)]),
    "x0/(x1 + 2)": (lambda a, b: a / (b + 2), [(1, 5), (1, 5)]),
    "sqrt(x0^2 + x1^2)": (lambda a, b: np.hypot(a, b), [(1, 5), (1, 5)]),
}


@pytest.mark.parametrize("law", LAWS)
def test_a_law_is_found_exactly(law):
    data = table(*LAWS[law])
    found = search(data, FAST)
    assert to_text(found.candidates[found.chosen].formula, NAMES) == law
    assert found.verdict is Verdict.LAW
    assert found.complete
    assert sorted((*found.inner_rows, *found.outer_rows)) == list(range(60))


def test_the_relativistic_mass_is_found():
    ranges = [(1, 5), (1, 2.5), (3, 10)]
    law = lambda m, v, c: m / np.sqrt(1 - v**2 / c**2)  # noqa: E731
    data, beyond = table(law, ranges, rows=80), table(law, [(9, 20), (3, 4), (4.5, 5)])
    found = search(data, FAST)
    assert found.verdict is Verdict.LAW
    value = evaluate(found.candidates[found.chosen].formula, beyond.x)
    assert np.allclose(value, beyond.y, rtol=1e-8)


@pytest.mark.thorough
def test_the_root_of_a_quadratic_equation_is_found():
    law = lambda k, c: (np.sqrt(k**2 + 4 * k * c) - k) / 2  # noqa: E731
    data, beyond = table(law, [(0.1, 2), (0.5, 5)]), table(law, [(2, 4), (5, 9)])
    found = search(data, FAST)
    assert found.verdict is Verdict.LAW
    value = evaluate(found.candidates[found.chosen].formula, beyond.x)
    assert np.allclose(value, beyond.y, rtol=1e-8)


@pytest.mark.thorough
def test_a_law_over_decades_and_both_signs_is_found():
    random = np.random.default_rng(0)
    x = 10 ** random.uniform(-1, 1, (800, 3)) * random.choice([-1.0, 1.0], (800, 3))
    x = x[np.abs(x[:, 1]) < np.abs(x[:, 2])]
    data = problem(x, x[:, 0] / np.sqrt(1 - (x[:, 1] / x[:, 2]) ** 2))
    assert text(data, SearchOptions()) == "x0/sqrt(1 - x1^2/x2^2)"


@pytest.mark.parametrize(
    ("seed", "options"), [(0, QUICK), *(thorough(seed, FAST) for seed in range(3))]
)
def test_a_product_is_a_law_where_most_rows_of_decades_are_noise(seed, options):
    random = np.random.default_rng(seed)
    x = 10 ** random.uniform(-1, 1, (1000, 4)) * random.choice([-1.0, 1.0], (1000, 4))
    y = 3 * x[:, 0] * x[:, 1] ** 2 * x[:, 2] / x[:, 3]
    noise = 0.01 * np.sqrt(np.mean(np.square(y))) * random.standard_normal(1000)
    found = search(problem(x, y + noise), options)
    assert found.verdict is Verdict.LAW
    (only,) = found.candidates[found.chosen].formula.terms
    assert [(w.base, w.exponent) for w in only.powers] == [(0, 1), (1, 2), (2, 1), (3, -1)]
    assert float(only.coefficient) == pytest.approx(3, rel=0.02)


@pytest.mark.parametrize("options", [QUICK, thorough(FAST)], ids=["quick", "fast"])
def test_michaelis_and_menten_are_found_in_noise(options):
    def law(s):
        return 4 * s / (s + 0.7)

    found = search(table(law, [(0.05, 5)], relative=0.01, rows=80), options)
    assert found.verdict is Verdict.LAW
    (only,) = found.candidates[found.chosen].formula.terms
    ((_, _), (base, exponent)) = ((w.base, w.exponent) for w in only.powers)
    assert exponent == -1
    assert [w.exponent for each in base.terms for w in each.powers] == [1]
    beyond = table(law, [(10, 1000)], rows=20)
    value = evaluate(found.candidates[found.chosen].formula, beyond.x)
    assert np.allclose(value, beyond.y, rtol=0.02)


@pytest.mark.thorough
def test_a_law_is_found_in_much_noise():
    def law(p, v, g):
        return p * v / (g - 1)

    ranges = [(1, 5), (1, 5), (2, 5)]
    found = chosen(table(law, ranges, rows=600, constant=0.1), SearchOptions(max_terms=2))
    beyond = table(law, [(5, 9), (5, 9), (1.2, 1.8)], rows=50)
    assert np.allclose(evaluate(found, beyond.x), beyond.y, rtol=0.05)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", kept(range(3), 2))
def test_logistic_growth_is_found_from_sizes_measured_with_errors(seed):
    """Beyond half the capacity, growth falls: the errors of a size count by that slope."""
    random = np.random.default_rng(seed)
    size = random.uniform(5, 60, 100)
    measured = size * (1 + 0.01 * random.standard_normal(100))
    found = search(problem(measured, 0.8 * size * (1 - size / 50)), FAST)
    assert found.verdict is Verdict.LAW
    best = found.candidates[found.chosen]
    assert best.noise is Noise.VARIABLES
    assert best.sigma == pytest.approx(0.01, rel=0.3)
    at = np.array([[10.0], [100.0]])
    assert evaluate(best.formula, at) == pytest.approx([6.4, -80.0], rel=0.02)


@pytest.mark.thorough
def test_a_law_is_found_from_numbers_with_three_digits():
    x = np.random.default_rng(7).uniform(-2, 2, 60)
    rounded = np.array(
        [[float(f"{each:.3g}") for each in pair] for pair in zip(x, x**3 - x, strict=True)]
    )
    found = search(problem(rounded[:, 0], rounded[:, 1]), FAST)
    assert found.verdict is Verdict.LAW
    at = np.array([[0.5], [10.0]])
    assert evaluate(found.candidates[found.chosen].formula, at) == pytest.approx(
        [-0.375, 990], rel=0.01
    )


@pytest.mark.parametrize(("seed", "options"), [(1, QUICK), thorough(1, FAST), slow(3, FAST)])
def test_what_errors_of_the_inputs_explain_is_not_called_another_law(seed, options):
    """Of nearly equal inputs the difference is mostly error: taken for one of y, others fit.

    What is called a law is the law itself, in another form: 1 - 4 n m / (n + m)².
    """
    random = np.random.default_rng(seed)
    x = random.uniform(1, 3, (100, 2))
    reflectance = ((x[:, 0] - x[:, 1]) / (x[:, 0] + x[:, 1])) ** 2
    measured = x * (1 + 0.01 * random.standard_normal((100, 2)))
    found = search(problem(measured, reflectance), options)
    chosen = found.candidates[found.chosen]
    assert chosen.noise is Noise.VARIABLES
    if found.verdict is Verdict.LAW:
        assert evaluate(chosen.formula, x) == pytest.approx(reflectance, abs=1e-9)
    else:
        assert found.verdict is Verdict.UNDECIDED


def test_integers_with_zeros():
    x = np.random.default_rng(0).integers(-3, 4, (60, 2)).astype(float)
    data = problem(x, x[:, 0] ** 2 - 3 * x[:, 0] * x[:, 1] + 2)
    assert (data.x == 0).any()
    assert text(data) == "x0^2 - 3*x0*x1 + 2"


# ── Data that decide nothing, or something else ───────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("law", "options"),
    [(special.j0, QUICK), thorough(special.gamma, FAST), slow(special.j0, FAST)],
)
def test_a_law_outside_the_class_is_not_called_a_law(law, options):
    assert search(table(law, [(0, 7)]), options).verdict is not Verdict.LAW


def test_noise_is_undecided():
    found = search(noise(), QUICK)
    assert found.verdict is Verdict.UNDECIDED
    assert found.complete


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (np.linspace(-2, 2, 40), np.linspace(-2, 2, 40) ** 2),
        (np.linspace(-1e300, 1e300, 40), np.arange(40.0)),
        (np.linspace(1e-310, 5e-310, 40), np.arange(40.0)),
        (10 ** np.linspace(-300, 300, 40), np.maximum(np.arange(40.0) - 20, 0)),
    ],
    ids=["zeros", "huge", "subnormal", "decades"],
)
def test_a_search_gives_no_warning_of_numpy(x, y):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        search(problem(x[:, None], y), SearchOptions(max_time=1.0))


def test_rows_of_a_truth_table_are_too_few_different_ones():
    x = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 25, dtype=float)
    found = search(
        problem(x[:4], (x[:, 0] != x[:, 1])[:4].astype(float)), SearchOptions(max_time=1)
    )
    assert "too few different rows" in str(found.reason)


def test_few_rows_are_undecided():
    assert search(table(lambda a: 2 * a, [(1, 5)], rows=5), FAST).verdict is Verdict.UNDECIDED


def test_one_row():
    found = search(problem([[1.0, 2.0]], [3.0]), FAST)
    assert evaluate(found.candidates[found.chosen].formula, np.array([[1.0, 2.0]])) == 3.0
    assert found.verdict is Verdict.UNDECIDED


def test_a_law_is_found_among_more_columns_than_rows():
    found = search(table(lambda *x: x[0] * x[1], [(1, 5)] * 12, rows=8), FAST)
    assert found.verdict is Verdict.LAW
    assert to_text(found.candidates[found.chosen].formula, [f"x{k}" for k in range(12)]) == "x0*x1"


@pytest.mark.thorough
def test_more_columns_than_rows_of_noise_are_undecided():
    columns = np.random.default_rng(0).uniform(1, 3, (8, 12))
    found = search(problem(columns, np.random.default_rng(1).uniform(1, 3, 8)), FAST)
    assert found.verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("value", [0.0, 2.5, -1e-30])
def test_a_constant_target(value):
    found = search(problem(noise(20).x, np.full(20, value)), FAST)
    assert found.verdict is Verdict.LAW
    assert np.allclose(
        evaluate(found.candidates[found.chosen].formula, noise(5).x), value, rtol=1e-9, atol=0
    )


# ── What does not matter ──────────────────────────────────────────────────────────────────────────


def noisy(rows=60):
    return table(lambda a: 3.7 * a**2, [(1, 4)], constant=0.01, rows=rows)


@pytest.fixture(scope="module")
def usual():
    return chosen(noisy(), QUICK)


def test_the_same_seed_gives_the_same_answer():
    limits = SearchOptions(starts=8, max_terms=1, seed=3)
    first, again = (search(noisy(), limits) for _ in range(2))
    assert [each.formula for each in first.candidates] == [
        each.formula for each in again.candidates
    ]
    assert (first.chosen, first.verdict) == (again.chosen, again.verdict)


@pytest.mark.parametrize("factor", [1e-30, thorough(1e30)])
def test_the_scale_of_the_target_does_not_matter(usual, factor):
    data = noisy()
    forms = [usual, chosen(problem(data.x, data.y * factor), QUICK)]
    assert forms[0].terms[0].powers == forms[1].terms[0].powers
    ratio = float(forms[1].terms[0].coefficient) / float(forms[0].terms[0].coefficient)
    assert ratio == pytest.approx(factor, rel=1e-9)


def test_the_scale_of_an_input_does_not_matter(usual):
    data = noisy()
    forms = [usual, chosen(problem(data.x * 1e-9, data.y), QUICK)]
    assert forms[0].terms[0].powers == forms[1].terms[0].powers


def test_the_order_of_the_rows_does_not_matter(usual):
    data, order = noisy(), np.random.default_rng(1).permutation(60)
    forms = [usual, chosen(problem(data.x[order], data.y[order]), QUICK)]
    assert np.allclose(*(evaluate(each, data.x) for each in forms), rtol=1e-9)


@pytest.mark.thorough
def test_a_row_of_weight_two_is_a_row_written_twice(usual):
    data = noisy()
    weighted = problem(data.x, data.y, weight=np.full(60, 2.0))
    twice = problem(np.repeat(data.x, 2, axis=0), np.repeat(data.y, 2))
    others = (chosen(each, QUICK) for each in (weighted, twice))
    values = [evaluate(each, data.x) for each in (usual, *others)]
    assert np.allclose(values[0], values[1], rtol=1e-9)
    assert np.allclose(values[0], values[2], rtol=1e-6)


# ── Time, interruption, guesses ───────────────────────────────────────────────────────────────────


def test_the_time_limit_is_kept():
    data = table(lambda a, b: np.exp(np.sin(a * b)), [(0, 3)] * 2, rows=400, constant=0.05)
    begin = time.process_time()
    found = search(data, SearchOptions(max_time=2.0))
    assert time.process_time() - begin < 4.0
    assert not found.complete
    assert found.verdict is not Verdict.LAW
    assert found.seconds > 2.0 * (1 - SearchRules().reserved)


def test_nothing_is_judged_after_the_time_is_up(monkeypatch):
    """On a clock that only a judgement moves."""
    judged, add = [], Pool.add

    def count(pool, formula, **starts):
        judged.append(formula)
        add(pool, formula, **starts)

    monkeypatch.setattr(Pool, "add", count)
    monkeypatch.setattr(_budget, "time", SimpleNamespace(perf_counter=lambda: float(len(judged))))
    few = 8  # seconds: the second structure's formulas are not all judged
    found = search(noise(), SearchOptions(starts=16, max_time=few))
    assert not found.complete
    assert len(judged) <= few


def test_an_interrupted_search_returns_what_it_has():
    seen = []

    def stop(progress):
        seen.append(progress)
        if len(seen) == 2:
            raise KeyboardInterrupt

    found = search(noise(), SearchOptions(starts=10), report=stop)
    assert len(seen) == 2
    assert not found.complete
    assert found.verdict is Verdict.UNDECIDED
    assert len(found.candidates) >= 1


def guessed(*, report=None):
    """Return the answer of a search that knows two wrong formulas of a bent surface."""
    x = 2 * np.random.default_rng(0).standard_normal((1000, 2))
    y = 2 * np.cos(x[:, 1]) + x[:, 0] ** 2 - 2
    squares = formula(term(0.92, (0, 2)), term(-0.63, (1, 2)), term(-0.0044))
    shorter = formula(term(1.01, (0, 2)), term(-1.83))
    strategy = Strategy(stages=(Guesses(), PowerProduct()))
    options = SearchOptions(guesses=(squares, shorter), functions=(), strategy=strategy)
    return search(problem(x, y), options, report=report)


def test_a_shorter_formula_that_explains_more_is_named():
    """Noise of all variables is large where the squares are far off."""
    found = guessed()
    chosen, numbers = found.candidates[found.chosen], found.reason.numbers
    assert found.verdict is Verdict.APPROXIMATION
    assert chosen.noise == Noise.VARIABLES
    named = found.candidates[int(numbers["shorter"])]
    assert named.complexity < chosen.complexity
    assert 1 - named.r2 < (1 - chosen.r2) / 2
    assert (numbers["shorter_r2"], numbers["own_r2"]) == (named.r2, chosen.r2)
    assert "is shorter and explains more" in str(found.reason)


@pytest.mark.parametrize("is_cut", [True, False])
def test_an_approximation_of_a_search_that_was_stopped_says_so(is_cut):
    def stop(_):
        if is_cut:
            raise KeyboardInterrupt

    found = guessed(report=stop)
    assert found.verdict is Verdict.APPROXIMATION
    assert ("a longer one may find a better formula" in str(found.reason)) == is_cut


@pytest.fixture(scope="module")
def whole_search():
    """Processor seconds of a whole small search, which tests interrupt at shares of."""
    begin = time.process_time()
    search(noise(), QUICK)
    return time.process_time() - begin


SHARES = np.random.default_rng(0).uniform(0, 1.1, 40).round(3)


@pytest.mark.parametrize("share", sampled({str(each): each for each in SHARES}, every=5))
def test_an_interrupt_at_any_moment_returns_the_best_so_far(whole_search, share):
    """Ctrl-C comes by a timer: before the first formula, between two, and at the end."""
    before = signal.signal(signal.SIGVTALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_VIRTUAL, max(share * whole_search, 1e-4))
    try:
        found = search(noise(), QUICK)
    except KeyboardInterrupt:  # the search was over before the timer
        pytest.skip("the timer ended after the search")
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert found.candidates
    assert np.isfinite(evaluate(found.candidates[found.chosen].formula, noise().x)).all()


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (_finish, "verdict"),
        (_last_fits, "candidate_of"),
        (_finish, "_front"),
        (_finish, "preferred"),
        (_finish, "_read"),
    ],
)
def test_an_interrupt_while_the_answer_is_made_returns_it(monkeypatch, module, name):
    step, pressed = getattr(module, name), []

    def interrupted(*args, **options):
        if not pressed:
            pressed.append(name)
            signal.raise_signal(signal.SIGINT)
        return step(*args, **options)

    monkeypatch.setattr(module, name, interrupted)
    found = search(noise(), QUICK)
    assert pressed and found.candidates


def test_progress_grows_to_its_end():
    seen = []
    search(noise(), QUICK, report=seen.append)
    fractions = [each.fraction for each in seen]
    assert fractions == sorted(fractions)
    assert fractions[0] == 0.0
    assert fractions[-1] <= 1.0
    assert all(each.stage for each in seen)
    assert all(np.isfinite(each.error) for each in seen)


def test_a_guess_is_used():
    law = formula(term(1.0, (0, 1)), term(1.0, (1, Fraction(7, 2))), term(1.0, (0, 2), (1, 1)))
    data = table(lambda a, b: 2 * a + b**3.5 / 3 + 5 * a**2 * b, [(1, 4)] * 2)
    seen = []
    found = search(data, SearchOptions(guesses=(law,)), report=seen.append)
    assert [each.stage for each in seen][-1] == "guesses"
    assert found.verdict is Verdict.LAW
    assert [t.coefficient for t in found.candidates[found.chosen].formula.terms].count(5) == 1


# ── Units of measurement ──────────────────────────────────────────────────────────────────────────


def with_units(law, dimensions, inputs):
    data = table(law, [(1, 4)] * inputs)
    return problem(data.x, data.y, dimensions=dimensions)


def test_units_that_fix_every_exponent():
    speed = [0, 1, -1]
    data = with_units(lambda m, v: m * v**2 / 2, units(KILOGRAM, speed, target=JOULE), 2)
    assert text(data) == "x0*x1^2/2"


def test_every_candidate_has_the_targets_unit():
    data = with_units(
        lambda m, x, t: 3.3 * m * x**2 / t**2, units(KILOGRAM, METRE, SECOND, target=JOULE), 3
    )
    found = search(data, FAST)
    powers = {
        tuple((p.base, p.exponent) for p in t.powers)
        for each in found.candidates
        for t in each.formula.terms
        if t.powers
    }
    assert powers == {((0, 1), (1, 2), (2, -2))}


def test_inputs_of_one_unit_are_compared():
    data = with_units(lambda a, b: np.hypot(a, b), units(METRE, METRE, target=(0, 1, 0)), 2)
    assert text(data) == "sqrt(x0^2 + x1^2)"


def test_units_leave_quotients_of_many_terms_to_be_found():
    data = with_units(
        lambda m, n, a, b: (m * a + n * b) / (m + n),
        units(KILOGRAM, KILOGRAM, METRE, METRE, target=(0, 1, 0)),
        4,
    )
    found = search(data, FAST)
    value = evaluate(found.candidates[found.chosen].formula, 10 * data.x)
    assert np.allclose(value, 10 * data.y, rtol=1e-8)


def test_units_go_with_zeros():
    x = np.random.default_rng(0).integers(-1, 2, (80, 3)).astype(float)
    x[:, 1] += 2
    assert (x != 0).all(axis=1).mean() < 0.5
    metres = units(METRE, METRE, METRE, target=(0, 2, 0))
    data = problem(x, x[:, 0] ** 2 - 3 * x[:, 1] * x[:, 2], dimensions=metres)
    assert text(data, SearchOptions()) == "x0^2 - 3*x1*x2"


def test_units_that_fit_no_product_are_refused():
    data = with_units(lambda a: a, units(KILOGRAM, target=JOULE), 1)
    with pytest.raises(InvalidValueError, match="units"):
        search(data, FAST)


@pytest.mark.thorough
def test_with_units_every_candidate_agrees_in_them():
    data = table(lambda a, b, c: a * np.exp(-b / c), [(1, 5)] * 3, rows=60, relative=0.01)
    seconds = units(METRE, SECOND, SECOND, target=METRE)
    options = SearchOptions(starts=2, max_terms=2, functions=("exp", "log"))
    found = search(replace(data, dimensions=seconds), options)
    assert len(found.candidates) > 3
    for candidate in found.candidates:
        assert in_agreement(candidate.formula, seconds) is candidate.formula
