import pytest

from nalm.reports.formats import FORMATS, Format
from tests._tiers import kept
from tests.reports.examples import all_reports


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("which", kept(range(10), 1, 4))
def test_every_format_writes_every_report_always_alike(name, which):
    report = all_reports()[which]
    content = FORMATS[name].render(report)
    assert content == FORMATS[name].render(report)
    if not FORMATS[name].binary:
        assert content.decode().endswith("\n")


def test_a_format_must_render():
    with pytest.raises(TypeError, match="abstract"):
        Format()
