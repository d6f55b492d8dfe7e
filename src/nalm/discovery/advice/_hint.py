"""A hint at what may help, as data and in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import final

from nalm.tables import quoted


class HintKind(Enum):
    """What a hint is about; `str(hint)` says it in words."""

    OUTLIER = "outlier"
    STRAIGHT = "straight"
    PERIOD = "period"
    TIME = "time"
    NARROW = "narrow"
    NO_REPLICATES = "no_replicates"
    FEW_ROWS = "few_rows"


_WORDS: Mapping[HintKind, str] = MappingProxyType(
    {
        HintKind.OUTLIER: (
            "{places} {lie} {times} times as far from the formula as is usual. {what}"
        ),
        HintKind.STRAIGHT: (
            "{above} against {below} is nearly a straight line (R² {share}), as of {curve}. {what}"
        ),
        HintKind.PERIOD: (
            "{target} repeats against {column}, with a period of about {period}. {what}, "
            "and leave {column} the only input."
        ),
        HintKind.TIME: (
            "{column} looks like time. If {target} changes by a law of its own, search "
            "d{target}/dt: --time {typed} on the command line, DynamicsRegressor in Python."
        ),
        HintKind.NARROW: (
            "{column} goes from {low} to {high} only, a factor of {factor}. In so narrow a range "
            "many formulas are alike. Measure over a wider one; or, if its zero means nothing, as "
            "that of years, take {column} - {low} for the input."
        ),
        HintKind.NO_REPLICATES: (
            "No two rows have the same inputs, so nothing but the formula says how large the noise "
            "is. Measure some rows two or three times."
        ),
        HintKind.FEW_ROWS: (
            "There are {rows} rows. Forms that differ elsewhere can agree on so few. Measure more, "
            "from {enough} on."
        ),
    }
)


@final
@dataclass(frozen=True, kw_only=True)
class Hint:
    """What may help, seen in the data.

    Attributes:
        kind: What it is about.
        column: The input that it is about; empty where it is about rows.
        facts: What its words say, by name.

    Example:
        >>> hint = Hint(kind=HintKind.FEW_ROWS, facts={"rows": "9", "enough": "30"})
        >>> str(hint)[:37]
        'There are 9 rows. Forms that differ e'
    """

    kind: HintKind
    column: str = ""
    facts: Mapping[str, str]

    def __str__(self) -> str:
        return _WORDS[self.kind].format_map(
            {"column": self.column, "typed": quoted([self.column]), **self.facts}
        )
