import pytest

from nalm.reports import Report, table
from tests.reports.examples import sweep_report, training_report


def test_a_report_must_say_how_it_is_shown():
    with pytest.raises(TypeError, match="abstract"):
        Report(name="a/b", title="", source="", frame=table([]))


def test_tables_below_are_found_by_kind():
    assert list(training_report().parts()) == ["settings"]
    report = sweep_report()
    assert report.parts() == {"settings": report, "measurements": report.below[0]}
