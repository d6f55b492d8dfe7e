import csv
import io

from nalm.reports.formats import find_format
from tests.reports.examples import row, training_report


def test_numbers_read_back_and_missing_ones_are_empty():
    rows = [row(unit="Real NPU (baseline)", interpolation="[10,20)"), row(solved=0)]
    text = find_format("csv").render(training_report(*rows)).decode()
    first, second, *_ = csv.DictReader(io.StringIO(text))
    assert first["published_success_rate"] == ""
    assert float(first["success_rate"]) == 1.0
    assert (first["interpolation"], first["runs"]) == ("[10,20)", "25")
    assert second["solved_at_median"] == ""
