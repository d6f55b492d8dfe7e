"""One search with something changed: a stage left out, or a number of `SearchRules`."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from unittest.mock import patch

from discovery_competitors._isolated import isolated
from discovery_runs import SHARED, Fit
from discovery_scoring import score
from nalm import SymbolicRegressor
from nalm.discovery import SearchOptions, SearchRules, Strategy, default_strategy
from nalm.discovery.regressor import _symbolic_regressor
from nalm.symbolic import to_sympy

JUDGING = 60.0  # seconds of deciding whether a formula is the law, and of imports


@dataclass(frozen=True, kw_only=True)
class Change:
    """What differs from the search as it is: nothing by default.

    Attributes:
        without: The stage that is left out, by its class, or for random starts by its structure.
        rules: Numbers of `SearchRules` that are replaced.
    """

    without: str = ""
    rules: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class _Watched:
    """A stage that notes when it is due."""

    stage: object
    due_stages: list[str]

    @property
    def name(self) -> str:
        return self.stage.name

    def due(self, state) -> bool:
        is_due = self.stage.due(state)
        if is_due:
            self.due_stages.extend(labels(self.stage))
        return is_due

    def propose(self, state, budget) -> Iterator:
        return self.stage.propose(state, budget)


def labels(stage) -> list[str]:
    """Return the names by which a stage can be left out: its class; a structure too."""
    kind = type(stage).__name__
    return [kind, stage.name] if kind == "RandomStarts" else [kind]


def changed(fit: Fit, change: Change) -> dict[str, object]:
    """Search once, in a process of its own, for `fit.max_time` seconds of processor time.

    Returns:
        Whether the law was `found`, the `verdict`, the processor `seconds` of the search, and which
        stages were `due`; `found` is `None` where there was no answer.
    """
    outcome = isolated(
        _changed, fit, change.without, change.rules, limit=10 * fit.max_time + JUDGING,
        preload=(*SHARED, "discovery_changed"),
    )  # fmt: skip
    return outcome.value or {"found": None, "verdict": outcome.status, "seconds": 0.0, "due": []}


def processor_time():
    """Count limits in processor time, so that other work on the machine takes none of them."""
    return patch.object(time, "perf_counter", time.process_time)


def is_law(fit: Fit, formula) -> bool:
    """Say whether a formula is the law of a problem."""
    text = str(to_sympy(formula, list(fit.law.symbols)))
    return score(fit.law, text, seed=fit.seed, noise=fit.noise).strict


def _changed(fit: Fit, without: str, rules: dict[str, float]) -> dict[str, object]:
    due_stages: list[str] = []

    def strategy(state) -> Strategy:
        stages = default_strategy(state).without(without).stages
        return Strategy(stages=tuple(_Watched(stage, due_stages) for stage in stages))

    model = SymbolicRegressor(max_time=fit.max_time, random_state=fit.seed, strategy=strategy)
    options = partial(SearchOptions, rules=replace(SearchRules(), **rules))
    x, y = fit.law.sample(fit.rows, fit.seed, fit.noise)
    with processor_time(), patch.object(_symbolic_regressor, "SearchOptions", options):
        begin = time.process_time()
        model.fit(x, y)
        seconds = time.process_time() - begin
    [found] = model.discoveries_
    return {
        "found": is_law(fit, found.candidates[found.chosen].formula),
        "verdict": model.verdict_.value, "seconds": seconds, "due": sorted(set(due_stages)),
    }  # fmt: skip
