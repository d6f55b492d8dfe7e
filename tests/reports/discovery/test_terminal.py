import io
from dataclasses import replace

import pytest
from rich.console import Console

from nalm.discovery import Verdict
from nalm.reports.discovery import discovery_view, headline
from tests.reports.discovery.examples import finding, wide_finding


def shown(own, width=110):
    file = io.StringIO()
    Console(file=file, width=width).print(discovery_view(own))
    return file.getvalue()


def test_the_pick_the_constants_and_the_reach_are_shown():
    text = shown(finding())
    for part in ("12 rows, the 2 outermost held out", "2.000 ± 0.010", "0.4 to 30 au", "9 of 16"):
        assert part in text
    [pick] = [line for line in text.splitlines() if "▸" in line]
    assert "9 of 16" in pick


@pytest.mark.parametrize("verdict", Verdict)
def test_the_verdict_is_told_in_words(verdict):
    own = finding()
    own = replace(own, discovery=replace(own.discovery, verdict=verdict))
    text = shown(own)
    assert headline(own.discovery) in text
    assert str(own.discovery.reason) in " ".join(text.split())


def test_names_are_no_markup_and_a_narrow_terminal_is_wide_enough():
    text = shown(finding(target="[red]y", names=("[bold]a",)), width=60)
    assert "[bold]a" in text
    assert max(map(len, shown(wide_finding(), width=60).splitlines())) <= 60
