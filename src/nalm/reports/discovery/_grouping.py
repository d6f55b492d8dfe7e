"""One form for several groups, as it is shown: its equation and the constants of every group."""

from dataclasses import dataclass
from typing import Any, Self, final

import numpy as np

from nalm._typing import FloatArray
from nalm.reports.discovery._candidates import plain
from nalm.reports.discovery._constants import measured
from nalm.reports.interface._frames import Record
from nalm.symbolic import Equation

SHARED = "shared"


@final
@dataclass(frozen=True, kw_only=True)
class Grouping:
    """Hold the form of several groups and their constants.

    Args:
        equation: In which the constants that differ by group have names.
        groups: Names of the groups.
        names: Of the constants.
        shared: Of each constant, whether all groups have it in common.
        values: Of each group `(groups, constants)`.
        stderrs: Their standard errors `(groups, constants)`.
    """

    equation: Equation
    groups: tuple[str, ...]
    names: tuple[str, ...]
    shared: tuple[bool, ...]
    values: FloatArray
    stderrs: FloatArray

    @classmethod
    def of(cls, estimator: Any) -> Self:  # noqa: ANN401  (scikit-learn has no types)
        """Take it from an estimator that was fitted with groups.

        Args:
            estimator: A `nalm.SymbolicRegressor`.
        """
        frame = estimator.group_constants_
        parts = {
            kind: np.asarray(frame.xs(kind, axis=1, level="of"), dtype=dtype)
            for kind, dtype in (("value", float), ("stderr", float), ("shared", bool))
        }
        return cls(
            equation=estimator.group_form_,
            groups=tuple(map(str, frame.index)),
            names=tuple(dict.fromkeys(frame.columns.get_level_values("constant"))),
            shared=tuple(parts["shared"][0].tolist()),
            values=parts["value"],
            stderrs=parts["stderr"],
        )

    @property
    def headings(self) -> tuple[str, ...]:
        """Return the names of the constants, the shared ones marked."""
        pairs = zip(self.names, self.shared, strict=True)
        return tuple(f"{name} ({SHARED})" if shared else name for name, shared in pairs)

    def cells(self, group: int) -> tuple[str, ...]:
        """Write the constants of a group with their standard errors."""
        pairs = zip(self.values[group], self.stderrs[group], strict=True)
        return tuple(measured(float(value), float(stderr)) for value, stderr in pairs)

    def as_object(self) -> Record:
        """Return what JSON can hold: the equation, and for each group its constants."""
        columns = list(zip(self.names, self.shared, strict=True))
        return {
            "equation": self.equation.text(),
            "latex": self.equation.latex(),
            "groups": [
                {
                    "name": group,
                    "constants": [
                        {
                            "name": name,
                            "shared": shared,
                            "value": plain(float(self.values[k, column])),
                            "stderr": plain(float(self.stderrs[k, column])),
                        }
                        for column, (name, shared) in enumerate(columns)
                    ],
                }
                for k, group in enumerate(self.groups)
            ],
        }
