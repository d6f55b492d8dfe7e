import io
from dataclasses import replace
from fractions import Fraction

import pytest
from rich.console import Console

from nalm.discovery import Verdict
from nalm.reports.discovery import discovery_view, headline
from nalm.symbolic import Power, Product, Sum
from tests.reports.discovery.examples import candidate, finding, wide_finding


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


def test_no_equation_is_cut():
    own = wide_finding()
    long = Sum(tuple(Product(1.2345 + k, (Power(0, Fraction(k, 3)),)) for k in range(2, 9)))
    found = replace(own.discovery, candidates=(own.chosen, candidate(long)), chosen=0)
    for width in (50, 80, 110):
        text = shown(replace(own, discovery=found), width=width)
        assert "…" not in text
        assert "mass^(8/3)" in text
        assert max(map(len, text.splitlines())) <= width


def test_what_may_help_is_listed_where_there_is_no_law():
    own = finding()
    undecided = replace(own, discovery=replace(own.discovery, verdict=Verdict.UNDECIDED))
    text = " ".join(shown(undecided).split())
    assert "What may help - No two rows have the same inputs" in text
    assert "What may help" not in shown(own)


def test_a_column_of_dashes_is_left_out():
    own = finding()
    assert "starts" in shown(own)
    unstarted = [replace(each, restarts=0) for each in own.discovery.candidates]
    found = replace(own.discovery, candidates=tuple(unstarted))
    assert "starts" not in shown(replace(own, discovery=found))
