"""The search loop: stages propose, the loop alone judges."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from nalm.discovery._budget import Budget, TimeIsUpError
from nalm.discovery._noise_model import NoiseModel, find_noise, noise_models
from nalm.discovery.problem._dimensionless_groups import find_groups
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import draw_rows, outer_rows, take_rows
from nalm.discovery.result._candidate import Discovery
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.scoring._search_rules import SearchRules
from nalm.discovery.stages._baselines import Baselines
from nalm.discovery.stages._stage import SearchState, Stage
from nalm.discovery.stages.functions._stages import FunctionFactors, UsualCurves
from nalm.discovery.strategy._finish import finish
from nalm.discovery.strategy._one_thread import one_thread
from nalm.discovery.strategy._strategy import Strategy, default_strategy
from nalm.symbolic import Sum

MEAN = Baselines()
"""What every search begins with, however little time it has and whatever its strategy."""

FUNCTIONS = ("exp", "log", "sin", "cos", "tanh")
"""Functions that a formula may have, unless others are asked for."""


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """How to search.

    Attributes:
        max_time: Wall-clock seconds; `None` for no limit.
        starts: Random starts of each structure.
        seed: Of the starts; the same seed gives the same answer.
        max_terms: Most terms of one sum that the random starts try.
        max_exponent: Largest absolute exponent.
        noise: "auto", or the name of a `NoiseModel`: "constant", "relative", "variables", ….
        guesses: Formulas to begin with, such as those of an earlier search.
        functions: Names of the functions that a formula may have; none for powers alone.
        strategy: Which stages it goes through, or a function of the state at its beginning that
            says so; `None` for `default_strategy`.
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
    with one_thread(), budget.interruptible():
        return _searched(problem, options, report=report, budget=budget)


def _searched(
    problem: Problem,
    options: SearchOptions,
    *,
    report: Callable[[SearchProgress], None] | None,
    budget: Budget,
) -> Discovery:
    rules = options.rules
    groups = find_groups(problem.dimensions, problem.x)
    outer = outer_rows(problem)
    # Not random rows, but the outermost: all that fits the inner range alike differs beyond it.
    inner = np.setdiff1d(np.arange(len(problem.y)), outer)
    pool = Pool(
        draw_rows(take_rows(problem, inner), rules.judged_rows, seed=options.seed),
        draw_rows(take_rows(problem, outer), rules.judged_rows, seed=options.seed),
        noises=_noises(options.noise, problem),
        rules=rules,
    )
    state = SearchState(
        pool=pool,
        groups=groups,
        largest_exponent=options.max_exponent,
        max_terms=options.max_terms,
        starts=options.starts,
        seed=options.seed,
        guesses=options.guesses,
        functions=options.functions,
    )
    _judge_all(MEAN, state, budget)
    complete = False
    try:
        strategy = options.strategy or default_strategy
        strategy = strategy if isinstance(strategy, Strategy) else strategy(state)
        _run(strategy, state, budget=budget.part(1 - rules.reserved), report=report)
        complete = True
    except KeyboardInterrupt:
        budget.interruption.happened = True
    except TimeIsUpError:
        pass
    return finish(pool, problem, inner=inner, outer=outer, complete=complete, budget=budget)


def _run(
    strategy: Strategy,
    state: SearchState,
    *,
    budget: Budget,
    report: Callable[[SearchProgress], None] | None,
) -> None:
    """Go through the stages until one formula needs no other; raise `TimeIsUpError` before."""
    pool, count = state.pool, len(strategy.stages)
    for number, stage in enumerate(strategy.stages):
        if not stage.due(state):
            continue
        _judge_all(stage, state, budget)
        pool.count_step()
        if report is not None:
            report(_progress(pool, number / count, stage.name))
        # A fit to rounding error cannot be beaten. One to the noise may be, by a shorter formula
        # that a later stage finds: it has to stay the best for some stages first.
        is_found = pool.is_stable() and pool.is_consistent_with_noise()
        if pool.is_exact or (is_found and not _owes(strategy.stages[number + 1 :], state)):
            return
        budget.check()


def _owes(stages: Sequence[Stage], state: SearchState) -> bool:
    """Say whether no function was tried yet that a short sum may stand for."""
    kinds = UsualCurves | FunctionFactors
    return any(isinstance(stage, kinds) and stage.due(state) for stage in stages)


def _judge_all(stage: Stage, state: SearchState, budget: Budget) -> None:
    """Judge what a stage proposes, until a formula is exact."""
    for proposal in stage.propose(state, budget):
        if stage.name != MEAN.name:  # the mean is judged in any case: there is no other answer
            budget.check()
        state.pool.add(
            proposal.formula, hits=proposal.hits, restarts=proposal.restarts, by=stage.name
        )
        if state.pool.is_exact:
            break


def _progress(pool: Pool, fraction: float, name: str) -> SearchProgress:
    best = pool.best()
    return SearchProgress(
        fraction=fraction,
        stage=name,
        best=best.fit.formula,
        error=best.extrapolation_error,
    )


def _noises(noise: str, problem: Problem) -> tuple[NoiseModel, ...]:
    if noise == "auto":
        return tuple(each for each in noise_models() if each.is_applicable(problem.y))
    return (find_noise(noise),)
