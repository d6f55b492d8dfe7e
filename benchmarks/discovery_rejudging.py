"""One search, and its verdict under changed rules: the search is made once.

What a verdict needs is kept: the ranked formulas, the rows, and whether the search was complete.
"""

import math
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, fields, replace
from typing import TypeVar
from unittest.mock import patch

from discovery_changed import is_law, processor_time
from discovery_runs import Fit
from nalm import SymbolicRegressor
from nalm.discovery import SearchRules
from nalm.discovery.scoring._preferred import preferred
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES, VerdictRules
from nalm.discovery.strategy import _finish
from nalm.discovery.verdict._verdict import verdict
from nalm.symbolic import same_form

Rules = TypeVar("Rules", VerdictRules, SearchRules)
SHARES = ("reserved", "usual", "explained", "far_share", "apart_on", "ahead_on")  # at most 1
NOW = "now"  # the name of the rules as they are


def variations(rules: Rules = VERDICT_RULES) -> Iterator[tuple[str, Rules]]:
    """Yield the rules with each number halved and doubled, as `field/half` and `field/double`."""
    for name, value in asdict(rules).items():
        for word, factor in (("half", 0.5), ("double", 2.0)):
            changed = math.ceil(factor * value) if isinstance(value, int) else factor * value
            changed = min(changed, 1.0) if name in SHARES else changed
            yield f"{name}/{word}", replace(rules, **{name: changed})


@dataclass
class Search:
    """What a search gave to its verdict; `kept()` is around the search.

    Attributes:
        preferring: Ranked formulas and how they are ranked, as `preferred` was given them.
        judging: What `verdict` was given.
    """

    preferring: tuple = ()
    judging: dict = field(default_factory=dict)

    def kept(self) -> ExitStack:
        """Keep what the next search says at its end."""

        def prefer(ranked, rank, **options):
            self.preferring = ranked, rank
            return preferred(ranked, rank, **options)

        def judge(ranked, **known):
            self.judging = {"ranked": ranked, **known}
            return verdict(ranked, **known)

        stack = ExitStack()
        stack.enter_context(patch.object(_finish, "preferred", prefer))
        stack.enter_context(patch.object(_finish, "verdict", judge))
        return stack

    def again(self, rules: VerdictRules):
        """Choose and judge under other rules; return the formula, its verdict and the kind."""
        ranked, usual = self.judging["ranked"], preferred(*self.preferring, rules=VERDICT_RULES)
        if usual[0] is ranked[0]:  # else it was worse than the mean, which no rule changes
            ranked = preferred(*self.preferring, rules=rules)
        known = {name: value for name, value in self.judging.items() if name != "ranked"}
        word, reason = verdict(ranked, **(known | {"rules": rules}))
        return ranked[0], word.value, reason.kind.value


class _Watched(VerdictRules):
    """Rules that note which of their numbers are read: what is not read decides nothing."""

    def __getattribute__(self, name: str):
        if not name.startswith("_"):
            object.__getattribute__(self, "_read").add(name)
        return object.__getattribute__(self, name)


def _watched(rules: VerdictRules) -> tuple[VerdictRules, set[str]]:
    read: set[str] = set()
    watched = object.__new__(_Watched)
    for each in fields(rules):
        object.__setattr__(watched, each.name, getattr(rules, each.name))
    object.__setattr__(watched, "_read", read)
    return watched, read


def rejudge(fit: Fit) -> Mapping[str, object]:
    """Search once, and judge under the rules as they are and under each variation."""
    return judgements(fit, *searched(fit))


def searched(fit: Fit) -> tuple[Search, SymbolicRegressor]:
    """Search, and keep what the verdict was given."""
    search = Search()
    model = SymbolicRegressor(max_time=fit.max_time, random_state=fit.seed)
    with search.kept(), processor_time():
        model.fit(*fit.law.sample(fit.rows, fit.seed, fit.noise))
    return search, model


def judgements(fit: Fit, search: Search, model: SymbolicRegressor) -> Mapping[str, object]:
    """Judge under the rules as they are and under each variation.

    Returns:
        Name of the rules -> whether the formula is the law, the verdict, and the kind of reason.
        Variations of numbers that were not read are left out: they are as the rules now.
    """
    right: dict[int, bool] = {}

    def outcome(rules: VerdictRules) -> list[object]:
        chosen, word, kind = search.again(rules)
        if id(chosen) not in right:
            right[id(chosen)] = is_law(fit, _refitted(model, chosen))
        return [right[id(chosen)], word, kind]

    watched, read = _watched(VERDICT_RULES)
    found = {NOW: outcome(watched)}
    for name, rules in variations():
        if name.split("/")[0] in read:
            found[name] = outcome(rules)
    return found


def _refitted(model: SymbolicRegressor, chosen):
    """Return the formula as it was fitted to all rows, if it was."""
    formulas = [each.formula for each in model.discoveries_[0].candidates]
    return next((one for one in formulas if same_form(one, chosen.fit.formula)), chosen.fit.formula)
