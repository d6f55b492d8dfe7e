import pytest

from nalm.reports import Report, table


def test_a_report_must_say_how_it_is_shown():
    with pytest.raises(TypeError, match="abstract"):
        Report(name="a/b", title="", source="", frame=table([]))
