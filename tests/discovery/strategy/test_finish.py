from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import erf

from nalm.discovery import Noise, ReasonKind, Verdict
from nalm.discovery._budget import Budget
from nalm.discovery._noise_of_tables import RoundingNoise, Step
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.strategy._finish import finish
from nalm.symbolic import Call, evaluate, parameters, same_form, to_text
from tests.discovery._laws import formula, problem, table, term, tried
from tests.discovery.constraints._known import constrained

SQUARE = formula(term(1.0, (0, 2)))
FORMULAS = [
    SQUARE,
    formula(term(1.0)),
    formula(term(1.0), term(1.0, (0, 1))),
    formula(term(1.0, (0, 1)), term(1.0, (0, 2))),
    formula(term(1.0, (0, 1.9))),
]


def finished(data, formulas=FORMULAS, *, seen=None, noises=(Noise.CONSTANT,), max_time=None):
    order = np.argsort(data.x[:, 0])
    seen = data if seen is None else seen
    rows = np.argsort(seen.x[:, 0])
    inner, outer = np.split(rows, [int(0.8 * len(rows))])
    parts = [problem(seen.x[k], seen.y[k], weight=seen.weight[k]) for k in (inner, outer)]
    pool = Pool(*(replace(part, known=data.known) for part in parts), noises=noises)
    pool.add_all(formulas)
    inner, outer = np.split(order, [int(0.8 * len(order))])
    clock = Budget.start(max_time)
    return finish(pool, data, inner=inner, outer=outer, complete=True, budget=clock)


def test_the_front_goes_from_simple_to_complex():
    found = finished(table(lambda a: 3 * a**2, [(1, 4)], constant=0.02))
    complexities = [each.complexity for each in found.candidates]
    assert complexities == sorted(complexities)
    assert found.candidates[found.chosen].formula.terms[0].powers == SQUARE.terms[0].powers
    assert found.verdict is Verdict.LAW
    assert sorted((*found.inner_rows, *found.outer_rows)) == list(range(60))


def test_once_the_time_is_up_the_chosen_one_alone_is_fitted():
    data = table(lambda a: 3 * a**2, [(1, 4)], constant=0.02)
    (only,) = finished(data, max_time=0.0).candidates
    among = finished(data)
    assert len(among.candidates) > 1
    assert only.formula == among.candidates[among.chosen].formula


def test_exact_constants_are_read_out():
    found = finished(table(lambda a: 3 * a**2, [(1, 4)]))
    assert found.candidates[found.chosen].formula == formula(term(Fraction(3), (0, 2)))


def test_an_exact_constant_may_make_a_formula_shorter():
    """V e^(-b t/(R C)) (e^(t/(R C)) - 1) with a b of 1 is V (1 - e^(-t/(R C)))."""
    ranges = [(1, 9), (0.1, 6), (1, 3), (0.5, 2)]
    data = table(lambda v, t, r, c: v * (1 - np.exp(-t / (r * c))), ranges, rows=400)
    time = ((1, 1), (2, -1), (3, -1))
    up, down = (Call("exp", formula(term(b, *time))) for b in (Fraction(1), -0.9))
    rise = formula(term(Fraction(1), (up, 1)), term(Fraction(-1)))
    made = formula(term(1.0, (0, 1), (rise, 1), (down, 1)))
    found = finished(data, [made], noises=(Noise.CONSTANT, Noise.RELATIVE, Noise.VARIABLES))
    chosen = found.candidates[found.chosen].formula
    assert to_text(chosen, ["V", "t", "R", "C"]) == "V*(1 - exp(-t/(R*C)))"
    assert not len(parameters(chosen))


def test_constants_that_are_not_neat_stay_measured():
    found = finished(table(lambda a: 3.1415 * a**2, [(1, 4)], constant=0.002))
    chosen = found.candidates[found.chosen]
    assert parameters(chosen.formula) == pytest.approx([3.1415], rel=1e-2)
    assert chosen.covariance.shape == (1, 1)


def test_the_numbers_of_a_candidate_are_those_of_all_rows():
    data = table(lambda a: 3 * a**2, [(1, 4)], constant=0.05)
    weight = np.random.default_rng(3).uniform(0.5, 2, 60)
    found = finished(problem(data.x, data.y, weight=weight))
    for each in found.candidates:
        miss = evaluate(each.formula, data.x) - data.y
        loss = np.average(miss**2, weights=weight)
        spread = np.average((data.y - np.average(data.y, weights=weight)) ** 2, weights=weight)
        assert each.loss == pytest.approx(loss)
        assert each.r2 == pytest.approx(1 - loss / spread)


def test_no_form_is_shown_twice():
    found = finished(table(lambda a: 3 * a**2, [(1, 4)]))
    forms = [each.formula for each in found.candidates]
    assert not any(same_form(a, b) for k, a in enumerate(forms) for b in forms[:k])


def test_what_has_no_value_on_a_row_that_was_not_seen_is_not_chosen():
    seen = table(lambda a: 3 / a, [(1, 4)])
    whole = problem(np.vstack([seen.x, [[0.0]]]), np.append(seen.y, 3.0))
    found = finished(whole, [formula(term(1.0, (0, -1))), formula(term(1.0))], seen=seen)
    assert found.candidates[found.chosen].complexity == 1
    assert found.verdict is not Verdict.LAW


@pytest.mark.parametrize("factor", [1e-30, 1e30])
def test_the_scale_of_the_target_does_not_matter(factor):
    data = table(lambda a: 3 * a**2, [(1, 4)], constant=0.02)
    found, other = finished(data), finished(problem(data.x, data.y * factor))
    powers = [each.candidates[each.chosen].formula.terms[0].powers for each in (found, other)]
    assert powers[0] == powers[1] == SQUARE.terms[0].powers
    assert found.candidates[0].r2 == pytest.approx(other.candidates[0].r2, abs=1e-9)


def test_constants_are_read_out_before_formulas_are_compared():
    """Clausius and Mossotti's law, and what comes as near to it with other constants."""

    def base(constant):
        return formula(term(Fraction(1)), term(constant, (0, 1), (1, 1)))

    ranges = [(0, 1)] * 2
    data = table(lambda a, b: 1 + a * b / (1 - a * b / 3), ranges, rows=800, constant=0.03, seed=1)
    law = formula(term(1.0), term(1.0, (0, 1), (1, 1), (base(-0.3), -1)))
    other = formula(term(1.0), term(1.0, (0, 1), (1, 1), (base(-0.2), -2)))
    first, second = (tried(each, data) for each in (other, law))
    assert first.score < second.score
    found = finished(data, [law, other])
    chosen = found.candidates[found.chosen].formula
    assert not len(parameters(chosen))
    assert error(chosen, data) < 1e-9


def error(candidate, data):
    return np.abs(evaluate(candidate, data.x) - (1 + 3 / (3 / data.x.prod(axis=1) - 1))).max()


def test_a_rival_is_named_by_its_place_among_the_candidates():
    """Of a narrow range with noise, powers and exponentials are alike, and part beyond."""
    data = table(lambda a: 3 * a**1.5, [(1, 1.6)], rows=60, constant=0.15, seed=2)
    growth = formula(term(1.0, (Call("exp", formula(term(1.1, (0, 1)))), 1)))
    found = finished(data, [*FORMULAS, growth])
    rival = found.candidates[int(found.reason.numbers["rival"])]
    assert found.verdict is Verdict.UNDECIDED
    assert not same_form(rival.formula, found.candidates[found.chosen].formula)
    assert f"number {found.candidates.index(rival)} of" in str(found.reason)


@pytest.mark.parametrize("unnoticed", [-2e-6, 5e-6])
def test_a_term_below_the_last_digit_is_left_out(unnoticed):
    """The formula is exact to the digits of single precision with it, and without."""
    random = np.random.default_rng(0)
    x = random.uniform(1.0, 6.0, (11, 2)).astype(np.float32).astype(np.float64)
    y = np.hypot(*x.T).astype(np.float32).astype(np.float64)
    squares = formula(term(Fraction(1), (0, 2)), term(Fraction(1), (1, 2)), term(unnoticed))
    step = Step(relative=2.0**-24)
    found = finished(
        problem(x, y),
        [formula(term(Fraction(1), (squares, Fraction(1, 2))))],
        noises=(RoundingNoise(target=step, inputs=(step, step)),),
    )
    chosen = found.candidates[found.chosen].formula
    assert same_form(
        chosen, formula(term(Fraction(1), (formula(*squares.terms[:2]), Fraction(1, 2))))
    )
    assert found.verdict is Verdict.LAW


@pytest.mark.parametrize("unnoticed", [-9e-8, 9e-8])
def test_a_constant_below_the_last_digit_is_left_out(unnoticed):
    x = np.random.default_rng(0).uniform(0.1, 3.0, 11).astype(np.float32).astype(np.float64)
    y = (3.7 * erf(0.59 * x)).astype(np.float32).astype(np.float64)
    step = Step(relative=2.0**-24)
    law = term(3.7, (Call("erf", formula(term(0.59, (0, 1)))), 1))
    found = finished(
        problem(x, y),
        [formula(law, term(unnoticed))],
        noises=(RoundingNoise(target=step, inputs=(step,)),),
    )
    assert same_form(found.candidates[found.chosen].formula, formula(law))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("increasing in x", ReasonKind.PREDICTS),
        ("y <= 46", ReasonKind.CONSTRAINT_CONTRADICTED),
        ("decreasing in x", ReasonKind.CONSTRAINT_BROKEN),
    ],
)
def test_the_chosen_formula_keeps_constraints_or_the_reason_says_why_not(text, kind):
    data = constrained(table(lambda a: 3 * a**2, [(1, 4)], constant=0.02), text)
    line = formula(term(1.0), term(1.0, (0, 1)))
    found = finished(data, [SQUARE, line])
    broken = kind is ReasonKind.CONSTRAINT_BROKEN
    assert found.reason.kind is kind
    assert found.verdict is (Verdict.LAW if kind is ReasonKind.PREDICTS else found.verdict)
    assert data.known.breaks(found.candidates[found.chosen].formula) is broken
    assert ("Broken" if broken else "Holds") in str(found.reason)
    assert f": {text}." in str(found.reason)
