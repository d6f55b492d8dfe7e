"""Order is data: stages are left out, put in another order, and added from outside the package."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery import (
    Backfitting,
    Baselines,
    Budget,
    ClosedForms,
    Guesses,
    NearbyBinomials,
    Noise,
    OneRatio,
    Poles,
    PowerProduct,
    Proposal,
    QuadraticRoots,
    RandomStarts,
    SearchOptions,
    SearchState,
    Strategy,
    SumsAndQuotients,
    Verdict,
    default_strategy,
    search,
)
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages.curves._separate_inputs import SeparateInputs
from nalm.discovery.stages.curves._usual_curves import UsualCurves
from nalm.discovery.stages.functions._affine_stage import AffineExponentials, Exponentials
from nalm.discovery.stages.functions._stages import (
    FunctionFactors,
    FunctionTerms,
    SeenThrough,
    Substitutions,
)
from nalm.discovery.stages.functions._sums_stage import FunctionSums
from nalm.symbolic import Power, Product, Sum, same_form
from tests.discovery._laws import problem, split, table
from tests.discovery._stages import state_of

FUNCTIONS = [UsualCurves, FunctionFactors, SeparateInputs, SeenThrough, Substitutions]
MORE = [Substitutions, FunctionSums, SeenThrough, SeenThrough, FunctionTerms, SeenThrough]
THREE = ((1, 3),) * 3
BEGINNING = 7
"""Stages before random starts."""
FAST = SearchOptions(starts=8, max_terms=2)


@dataclass(frozen=True)
class Pythagoras:
    """A stage of somebody else: the hypotenuse of each pair of inputs."""

    name: str = "hypotenuse"

    def due(self, state: SearchState) -> bool:
        return state.pool.inner.x.shape[1] >= 2

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        for other in range(1, state.pool.inner.x.shape[1]):
            budget.check()
            squares = (Product(Fraction(1), (Power(i, Fraction(2)),)) for i in (0, other))
            root = Power(Sum(tuple(squares)), Fraction(1, 2))
            yield Proposal(formula=Sum((Product(1.0, (root,)),)))


def state(law=lambda a, b: a * b, ranges=((1, 3), (1, 3)), rows=200, **changes):
    data = table(law, list(ranges), rows=rows)
    return state_of(Pool(*split(data), noises=(Noise.CONSTANT,)), **changes)


def kinds(strategy):
    return [type(stage) for stage in strategy.stages]


def test_a_stage_of_somebody_else_is_one_class():
    data = table(lambda a, b, c: 2 * np.hypot(a, c), [(1, 5)] * 3, rows=100)
    strategy = Strategy(stages=(Pythagoras(),))
    found = search(data, replace(FAST, strategy=strategy))
    best = found.candidates[found.chosen]
    assert found.verdict is Verdict.LAW
    assert best.found_by == "hypotenuse"


def test_it_is_not_asked_where_it_is_not_due():
    data = table(lambda a: 3 * a, [(1, 5)], rows=50)
    found = search(data, replace(FAST, strategy=Strategy(stages=(Pythagoras(),))))
    assert {each.found_by for each in found.candidates} == {"mean and plane"}


def test_every_candidate_says_which_stage_found_it():
    data = table(lambda a, b: a / (b + 2), [(1, 5)] * 2, rows=100, constant=0.01)
    found = search(data, replace(FAST, max_terms=1))
    names = {stage.name for stage in default_strategy(state(max_terms=1)).stages}
    assert {each.found_by for each in found.candidates} <= {Baselines().name, *names}


def test_the_order_begins_with_what_is_simple():
    order = kinds(default_strategy(state()))
    first = [PowerProduct, Guesses, Backfitting, Poles, Exponentials, SumsAndQuotients, OneRatio]
    assert order[: BEGINNING + 1] == [*first, RandomStarts]


@pytest.mark.parametrize(("inputs", "before"), [(2, 3), (3, 5), (6, 5), (12, 3), (13, 1)])
def test_quotients_come_first_and_sums_of_many_inputs_after_random_starts(inputs, before):
    stages = default_strategy(state(lambda *x: x[0], [(1, 2)] * inputs)).stages
    first, second = (k for k, one in enumerate(stages) if isinstance(one, SumsAndQuotients))
    assert (stages[first].products, stages[second].products) == (False, True)
    order = [type(stage) for stage in stages]
    assert RandomStarts not in order[:first]
    assert order[first:second].count(RandomStarts) == before


def test_products_of_very_many_inputs_are_not_fitted_in_turn():
    few, many = (
        kinds(default_strategy(state(lambda *x: x[0], [(1, 2)] * inputs))) for inputs in (60, 61)
    )
    assert Backfitting in few
    assert Backfitting not in many


@pytest.mark.parametrize("inputs", [1, 2, 3, 7])
def test_what_may_beat_a_simple_formula_is_owed(inputs):
    stages = default_strategy(state(lambda *x: x[0], [(1, 2)] * inputs)).stages
    owed = {type(stage) for stage in stages if getattr(stage, "is_owed", False)}
    regressions = {SumsAndQuotients, NearbyBinomials}
    assert owed == {*regressions, UsualCurves, FunctionFactors, SeenThrough, ClosedForms}


@pytest.mark.parametrize(("inputs", "before"), [(2, 3), (3, 5), (6, 5), (7, 3)])
def test_structures_come_before_functions_of_several_inputs(inputs, before):
    order = kinds(default_strategy(state(lambda *x: x[0], [(1, 2)] * inputs)))
    assert order[: order.index(FunctionFactors)].count(RandomStarts) == before


def test_the_usual_functions_come_after_sums_and_the_others_after_what_has_none():
    order = kinds(default_strategy(state(lambda a, b, c: a * b * c, THREE)))
    sums, roots = len(order) - order[::-1].index(SumsAndQuotients), order.index(QuadraticRoots)
    clear = order.index(Substitutions)
    assert order[:clear].count(RandomStarts) == 3
    assert order[sums - 2] is Substitutions
    assert order[sums : sums + 5] == FUNCTIONS
    assert order[roots + 1] is ClosedForms
    assert order[roots + 2 : roots + 8] == MORE
    left = [*order[BEGINNING:clear], *order[clear + 1 : sums - 2], *order[sums + 5 : roots]]
    assert not {*FUNCTIONS, *MORE} & {*left, *order[roots + 8 :]}


def test_an_exponential_of_several_inputs_comes_before_sums():
    order = kinds(default_strategy(state(lambda a, b, c: a * b * c, THREE)))
    assert order.count(AffineExponentials) == 1
    assert order[order.index(AffineExponentials) + 1] is SumsAndQuotients
    for inputs in (2, 9):
        others = kinds(default_strategy(state(lambda *x: x[0], [(1, 2)] * inputs)))
        assert AffineExponentials not in others


def test_many_inputs_come_to_what_has_no_functions_first():
    order = kinds(default_strategy(state(lambda *x: x[0], [(1, 2)] * 9)))
    late = order.index(Substitutions)
    assert order.index(FunctionFactors) < order.index(NearbyBinomials) < late
    assert order[:late].count(RandomStarts) == 3


def test_what_a_substitution_leaves_is_searched_without_other_functions():
    before = state(lambda a, b, c: a * b * c, THREE)
    (clear, *_) = [s for s in default_strategy(before).stages if isinstance(s, Substitutions)]
    order = {type(stage) for stage in clear.strategy(before)}
    assert {SumsAndQuotients, NearbyBinomials, Substitutions} <= order
    assert {*FUNCTIONS, *MORE, AffineExponentials} & order == {Substitutions}


def test_more_structures_are_trained_where_a_function_was_found():
    before = state(lambda a, b, c: a * b * c, THREE)
    (clear, *_) = [s for s in default_strategy(before).stages if isinstance(s, Substitutions)]
    order = [type(stage) for stage in clear.strategy(before)]
    assert order[: order.index(NearbyBinomials)].count(RandomStarts) == 7


@pytest.mark.parametrize("inputs", [1, 2, 9])
def test_regressions_come_before_what_is_near_the_best_formula(inputs):
    """A poor formula is no place to search near."""
    order = kinds(default_strategy(state(lambda *x: x[0], [(1, 2)] * inputs)))
    assert order.index(SumsAndQuotients) < order.index(NearbyBinomials)


@pytest.mark.parametrize("inputs", [1, 3])
def test_few_rows_are_told_no_larger_forms(inputs):
    """Nine readings of a decay were followed better by 1/(t^(3/2) + 90)^2."""
    order = kinds(default_strategy(state(lambda *x: x[0], [(1, 2)] * inputs, rows=9)))
    assert order.count(RandomStarts) < 3
    assert not {NearbyBinomials, QuadraticRoots, ClosedForms} & set(order)
    assert UsualCurves in order


def test_too_many_zeros_leave_sums():
    x = np.tile([[0.0, 1.0], [1.0, 0.0], [2.0, 3.0]], (30, 1))
    pool = Pool(*split(problem(x, x.sum(axis=1))), noises=(Noise.CONSTANT,))
    order = kinds(default_strategy(state_of(pool)))
    late = [FunctionSums, Substitutions, SeenThrough, Substitutions, FunctionTerms, SeenThrough]
    first = [PowerProduct, Guesses, Exponentials, SumsAndQuotients]
    assert order == [*first, *FUNCTIONS[:-1], *late]


@pytest.mark.parametrize("name", ["binomials", "NearbyBinomials"])
def test_a_stage_is_left_out_by_its_name_or_class(name):
    whole = default_strategy(state())
    assert NearbyBinomials in kinds(whole)
    left = whole.without(name)
    assert set(kinds(whole)) - set(kinds(left)) == {NearbyBinomials}


def test_stages_are_added_at_the_end():
    assert kinds(Strategy(stages=()).followed_by(ClosedForms(), Pythagoras())) == [
        ClosedForms,
        Pythagoras,
    ]


def test_the_same_formula_is_found_in_another_order():
    data = table(lambda a, b: 3 + a * b**2, [(1, 3)] * 2, rows=100)
    stages = (SumsAndQuotients(), PowerProduct())
    found = [
        search(data, replace(FAST, strategy=Strategy(stages=order)))
        for order in (stages, stages[::-1])
    ]
    one, other = (each.candidates[each.chosen].formula for each in found)
    assert same_form(one, other)


def test_without_a_stage_the_mean_and_the_plane_are_the_answer():
    data = table(lambda a: 3 * a + np.sin(9 * a), [(1, 5)], rows=50)
    found = search(data, replace(FAST, strategy=Strategy(stages=())))
    assert {each.found_by for each in found.candidates} == {"mean and plane"}
    assert len(found.candidates) == 2
