from dataclasses import replace

import pytest

from nalm.reports import report_training
from nalm.reports.formats import FORMATS, Format
from tests._tiers import kept
from tests.reports.examples import all_reports, experiment, measured, row


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("which", kept(range(10), 1, 4, every=4))
def test_every_format_writes_every_report_always_alike(name, which):
    report = all_reports()[which]
    content = FORMATS[name].render(report)
    assert content == FORMATS[name].render(report)
    if not FORMATS[name].binary:
        assert content.decode().endswith("\n")


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("which", kept(range(10), 0, every=4))
def test_every_format_marks_the_report_of_a_trial(name, which):
    report = all_reports()[which]
    whole, trial = (FORMATS[name].render(r) for r in (report, replace(report, trial=True)))
    assert whole != trial or not len(report.frame)
    if not FORMATS[name].binary and len(report.frame):
        assert "trial" in trial.decode().casefold()
        assert "trial" not in whole.decode().casefold()


@pytest.mark.parametrize("name", [n for n, each in FORMATS.items() if not each.binary])
def test_no_format_says_that_a_trial_agrees_or_differs(name):
    labels = {"unit": "NMU", "metric": "error"}
    values = {k: float(k) for k in range(9)}
    entry = replace(experiment(), trial=True, seeds=9, settings=())
    report = report_training(entry, [row(), row(solved=1)], measured=measured(values, **labels))
    text = FORMATS[name].render(report).decode()
    assert "trial" in text.casefold()
    assert "agrees" not in text.split("<body")[-1]
    assert "differs" not in text.split("<body")[-1]


def test_a_format_must_render():
    with pytest.raises(TypeError, match="abstract"):
        Format()
