"""What a search of the command line found."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nalm.inquiry._fitted_table import FittedTable

if TYPE_CHECKING:
    from nalm.reports.discovery import Finding, Grouping, Motion


@dataclass(frozen=True, kw_only=True)
class Findings:
    """Hold findings with what is needed to show and to keep them.

    Args:
        name: Of the table.
        findings: One per target.
        estimator: The fitted estimator.
        motion: The trajectories, for a time series.
        dropped: Rows that were left out because something was missing.
        grouping: The form and the constants of all groups, for a table with groups; then each
            group has a finding.
        table: What the saved model keeps of the table.
    """

    name: str
    findings: "tuple[Finding, ...]"
    estimator: Any
    motion: "Motion | None" = None
    dropped: int = 0
    grouping: "Grouping | None" = None
    table: FittedTable | None = None

    def save(self, path: Path) -> None:
        """Keep the estimator as JSON.

        Args:
            path: File to write.
        """
        self.estimator.save(path)
        if self.table is not None:
            self.table.add_to(path)
