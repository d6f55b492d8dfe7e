"""The forms that were tried on groups: one family for each that a search found."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

import numpy as np

from nalm.discovery._budget import Budget
from nalm.discovery._noise_model import NoiseModel
from nalm.discovery.groups._rows import GroupedRows
from nalm.discovery.groups._screen import Screened, screened
from nalm.discovery.groups._shapes import shapes
from nalm.discovery.problem._agreement import open_directions
from nalm.discovery.scoring._search_rules import SearchRules
from nalm.symbolic import Sum, form_key, parameters, with_parameters


@dataclass(frozen=True, kw_only=True)
class Family:
    """One function of the inputs, in all scalings.

    Attributes:
        screened: In its first scaling that has a value in every group.
        others: Its other scalings. They fit as well, and are fitted only where it is a good one.
    """

    screened: Screened
    others: tuple[Sum, ...]


@dataclass(frozen=True, kw_only=True)
class Forms:
    """The forms that were tried on groups.

    Attributes:
        rows: Of the groups.
        noises: That are tried.
        families: Of each form that a search found, what became of it.
        tried: Forms, whatever their numbers.
    """

    rows: GroupedRows
    noises: tuple[NoiseModel, ...]
    families: dict[Hashable, Family] = field(default_factory=dict[Hashable, Family])
    tried: set[str] = field(default_factory=set[str])

    def take(self, formula: Sum, *, budget: Budget) -> None:
        """Try a formula of one group on all of them, in the first scaling that has values.

        Args:
            formula: With the numbers of that group.
            budget: Its time.
        """
        forms = list(self._new(formula))
        for place, form in enumerate(forms):
            found = screened(form, self.rows, noises=self.noises, budget=budget)
            if found is not None:
                key, others = form_key(formula), tuple(forms[place + 1 :])
                before = self.families.get(key)
                if before is None or found.score < before.screened.score:
                    self.families[key] = Family(screened=found, others=others)
                return

    def _new(self, formula: Sum) -> Iterator[Sum]:
        """Yield the scalings of a formula that were not tried, and can have its units."""
        for form in shapes(formula, self.rows.problem.x):
            # As text: 1 that is exact equals 1 that is measured.
            key = repr(with_parameters(form, np.ones(len(parameters(form)))))
            if key not in self.tried and self._agrees(form):
                self.tried.add(key)
                yield form

    def _agrees(self, form: Sum) -> bool:
        # Units may tie measured exponents together, which constants of groups know nothing of.
        return open_directions(form, self.rows.problem.dimensions) is None

    def best(self) -> list[Family]:
        """Return the families, best first."""
        return sorted(self.families.values(), key=lambda family: family.screened.score)

    def scalings(self, family: Family, *, budget: Budget) -> Iterator[Screened]:
        """Yield a family in its scalings; once the time is up, the first alone.

        Args:
            family: One of the families.
            budget: Of the search.
        """
        yield family.screened
        for form in family.others:
            found = screened(form, self.rows, noises=self.noises, budget=budget)
            if found is not None:
                yield found

    def is_settled(self, rules: SearchRules) -> bool:
        """Say whether a form of few constants fits every group to the noise.

        Args:
            rules: How many constants are few.
        """
        first = self.best()[0].screened
        return first.fits and len(first.form.own) <= rules.few_constants
