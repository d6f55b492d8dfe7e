from nalm.reports.formats import HTMLFormat, find_format
from tests.reports.html.examples import report, settings


def test_the_plain_format_knows_no_runs():
    text = find_format("html").render(report()).decode()
    assert text.startswith("<!doctype html>")
    assert "application/json" not in text


def test_runs_and_their_command_are_shown():
    form = HTMLFormat(runs=settings(), command="nalm run p/w", drawn_from="p/other")
    text = form.render(report()).decode()
    for part in ("30 of 32", "nalm run p/w", "<code>p/other</code>", 'type="application/json"'):
        assert part in text
