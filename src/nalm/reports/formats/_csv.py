"""Comma-separated values."""

from typing import final

from nalm.reports.formats._format import Format
from nalm.reports.interface._frames import to_csv
from nalm.reports.interface._report import Report


@final
class CSVFormat(Format):
    """Write all columns of the data without those below; missing numbers are empty."""

    name = "csv"
    suffix = ".csv"

    def render(self, report: Report) -> bytes:
        """Return a header and one line per row."""
        return to_csv(report.rows()).encode()
