"""The search loop: stages propose, the loop alone judges."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import chain

import numpy as np

from nalm.discovery._budget import Budget, TimeIsUpError
from nalm.discovery._jobs import ALONE, Jobs
from nalm.discovery._noise_model import NoiseModel, find_noise, noise_models
from nalm.discovery._one_thread import one_thread
from nalm.discovery.problem._dimensionless_groups import find_groups
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import draw_rows, outer_rows, take_rows
from nalm.discovery.result._candidate import Discovery, Verdict
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.scoring._search_rules import SearchRules
from nalm.discovery.stages._baselines import Baselines
from nalm.discovery.stages._few_inputs import few_inputs, has_many_inputs
from nalm.discovery.stages._loop import go_through, judge_all
from nalm.discovery.stages._stage import SearchState, Stage
from nalm.discovery.strategy._finish import finish, with_r2
from nalm.discovery.strategy._strategy import Strategy, default_strategy
from nalm.symbolic import Sum

FAR_LESS = 0.5
"""Of what a formula leaves unexplained, that another one leaves which explains far more."""

MEAN = Baselines()
"""What every search begins with, however little time it has and whatever its strategy."""

FUNCTIONS = ("exp", "log", "sin", "cos", "tanh", "erf")
"""Functions that a formula may have, unless others are asked for."""


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """How to search.

    Attributes:
        max_time: Wall-clock seconds; `None` for no limit.
        starts: Random starts of each structure.
        seed: Of the starts; the same seed gives the same answer.
        max_terms: Most terms of one sum that the random starts try.
        max_exponent: Largest absolute exponent that is tried; a fit may move one beyond it.
        noise: "auto", or the name of a `NoiseModel`: "constant", "relative", "variables", ….
        guesses: Formulas to begin with, such as those of an earlier search.
        functions: Names of the functions that a formula may have; none for powers alone.
        strategy: Which stages it goes through, or a function of the state at its beginning that
            says so; `None` for `default_strategy`.
        jobs: Who makes searches that do not depend on one another.
        rules: The numbers that steer it.
    """

    max_time: float | None = None
    starts: int = 160
    seed: int = 0
    max_terms: int = 4
    max_exponent: float = 6.0
    noise: str = "auto"
    guesses: tuple[Sum, ...] = ()
    functions: tuple[str, ...] = FUNCTIONS
    strategy: Strategy | Callable[[SearchState], Strategy] | None = None
    jobs: Jobs = ALONE
    rules: SearchRules = field(default_factory=SearchRules)


@dataclass(frozen=True, kw_only=True)
class SearchProgress:
    """Where a search stands: `fraction` of its stages tried, and its best formula so far."""

    fraction: float
    stage: str
    best: Sum
    error: float


def search(
    problem: Problem,
    options: SearchOptions,
    *,
    report: Callable[[SearchProgress], None] | None = None,
    budget: Budget | None = None,
) -> Discovery:
    """Search formulas for one target.

    Formulas are learnt from the inner rows and judged on the outermost fifth as well. The search
    ends when a formula fits every row to rounding error, when all stages were tried, when the time
    is up, or when the user interrupts it, at any moment: what was found so far is returned.

    Args:
        problem: The data.
        options: How to search.
        report: Called after each stage.
        budget: Its time, if that is part of a longer one; `options.max_time` from now by default.

    Raises:
        InvalidValueError: If no product of the inputs has the target's unit.
    """
    budget = Budget.start(options.max_time) if budget is None else budget
    # Where a formula has no value, that is judged: NumPy's warnings of it would tell nobody more.
    with one_thread(), budget.interruptible(), np.errstate(all="ignore"):
        return _searched(problem, options, report=report, budget=budget)


def _searched(
    problem: Problem,
    options: SearchOptions,
    *,
    report: Callable[[SearchProgress], None] | None,
    budget: Budget,
) -> Discovery:
    rules = options.rules
    outer = outer_rows(problem)
    # Not random rows, but the outermost: all that fits the inner range alike differs beyond it.
    inner = np.setdiff1d(np.arange(len(problem.y)), outer)
    pool = Pool(
        draw_rows(take_rows(problem, inner), rules.judged_rows, seed=options.seed),
        draw_rows(take_rows(problem, outer), rules.judged_rows, seed=options.seed),
        noises=_noises(options.noise, problem),
        rules=rules,
        units=problem.constant_units,
    )
    state = _begun(pool, problem, options)
    # The mean is judged in any case: there is no other answer.
    judge_all(MEAN, state, budget=budget, checked=False)
    complete = False
    try:
        strategy = options.strategy or default_strategy
        strategy = strategy if isinstance(strategy, Strategy) else strategy(state)
        go_through(
            strategy.stages,
            state,
            budget=budget.part(1 - rules.reserved),
            report=_reporting(report, pool, count=len(strategy.stages)),
        )
        complete = True
    except KeyboardInterrupt:
        budget.interruption.happened = True
    except TimeIsUpError:
        pass
    found = finish(pool, problem, inner=inner, outer=outer, complete=complete, budget=budget)
    return replace(found, reason=_with_remarks(found, state))


def _with_remarks(found: Discovery, state: SearchState) -> Reason:
    """Say of a formula that is not exact what was not searched, and whether it is a bad one."""
    reason = with_r2(found.reason, found.candidates[found.chosen].r2)
    if reason.kind in (ReasonKind.ROUNDING_ERROR, ReasonKind.CONSTANT_TARGET):
        return reason
    numbers = dict(reason.numbers)
    if found.verdict is not Verdict.LAW:
        numbers |= _shorter(found)
    if found.verdict is Verdict.APPROXIMATION and not found.complete:
        numbers["cut_seconds"] = found.seconds
    if has_many_inputs(state):
        searched = set(chain.from_iterable(few_inputs(state, Budget())))
        inputs = len(state.groups.exponents)
        numbers |= {"searched_inputs": len(searched), "all_inputs": inputs}
    return replace(reason, numbers=numbers)


def _shorter(found: Discovery) -> dict[str, float]:
    """Find a shorter formula that explains far more.

    Noise that grows where a formula misses makes it likely all the same.
    """
    chosen = found.candidates[found.chosen]
    shorter = [one for one in found.candidates if one.complexity < chosen.complexity]
    best = max(shorter, key=lambda one: one.r2, default=chosen)
    if 1 - best.r2 >= FAR_LESS * (1 - chosen.r2):
        return {}
    place = found.candidates.index(best)
    return {"shorter": place, "shorter_r2": best.r2, "own_r2": chosen.r2}


def _begun(pool: Pool, problem: Problem, options: SearchOptions) -> SearchState:
    return SearchState(
        pool=pool,
        groups=find_groups(problem.dimensions, problem.x),
        largest_exponent=options.max_exponent,
        max_terms=options.max_terms,
        starts=options.starts,
        seed=options.seed,
        guesses=options.guesses,
        functions=options.functions,
        jobs=options.jobs,
    )


def _reporting(
    report: Callable[[SearchProgress], None] | None, pool: Pool, *, count: int
) -> Callable[[int, Stage], None] | None:
    """Tell of a pool's best formula after each of `count` stages."""
    if report is None:
        return None

    def after(place: int, stage: Stage) -> None:
        best = pool.best()
        report(
            SearchProgress(
                fraction=place / count,
                stage=stage.name,
                best=best.fit.formula,
                error=best.extrapolation_error,
            )
        )

    return after


def _noises(noise: str, problem: Problem) -> tuple[NoiseModel, ...]:
    if noise == "auto":
        return tuple(chain.from_iterable(n.of_table(problem.x, problem.y) for n in noise_models()))
    model = find_noise(noise)
    # What a user names is tried, also where the table does not ask for it.
    return model.of_table(problem.x, problem.y) or (model,)
