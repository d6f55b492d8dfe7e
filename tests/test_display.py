import io

import pytest
from rich.console import Console

from nalm._display import Bar, Lines, Part, Silence, choose_display, shown_on

FACTS = "two terms; best 2 x0, error 0.0123"


def test_the_console_decides():
    terminal = Console(file=io.StringIO(), force_terminal=True)
    notebook = Console(file=io.StringIO(), force_terminal=False, force_jupyter=True)
    pipe = Console(file=io.StringIO(), force_terminal=False)
    assert isinstance(choose_display(terminal, quiet=False), Bar)
    assert isinstance(choose_display(notebook, quiet=False), Bar)
    assert isinstance(choose_display(pipe, quiet=False), Lines)
    assert isinstance(choose_display(terminal, quiet=True), Silence)


def test_lines_come_now_and_then_and_at_the_end():
    console = Console(file=io.StringIO(), force_terminal=False, width=20)
    with Lines(console, seconds=1000.0) as display:
        display.show("F", fraction=0.5, facts=FACTS)
        assert console.file.getvalue() == ""
        display.show("F", fraction=1.0, facts=FACTS)
    assert console.file.getvalue() == "100%  F: two terms; best 2 x0, error 0.0123\n"


def test_every_line_when_there_is_no_least_time():
    console = Console(file=io.StringIO(), force_terminal=False)
    display = Lines(console, seconds=0.0)
    for fraction in (0.1, 0.2, 0.3):
        display.show("F", fraction=fraction, facts=FACTS)
    assert console.file.getvalue().count(FACTS) == 3


@pytest.mark.parametrize("clock", [True, False])
def test_the_bar_shows_the_facts_and_the_time_where_it_is_wanted(clock):
    console = Console(file=io.StringIO(), force_terminal=True, width=120)
    with Bar(console, clock=clock) as display:
        display.show("F", fraction=0.5, facts=FACTS)
    assert FACTS in console.file.getvalue()
    assert "50%" in console.file.getvalue()
    assert ("0:00:00" in console.file.getvalue()) == clock


PART = Part(name="NMRU", fraction=0.2, facts="step 20")


def test_the_part_under_way_has_a_bar_below():
    console = Console(file=io.StringIO(), force_terminal=True, width=120)
    with Bar(console) as display:
        display.show("F", fraction=0.5, facts=FACTS, part=PART)
    assert "  NMRU" in console.file.getvalue()
    assert "20%" in console.file.getvalue()
    assert "step 20" in console.file.getvalue()


def test_a_line_says_of_the_part_first():
    console = Console(file=io.StringIO(), force_terminal=False)
    Lines(console, seconds=0.0).show("F", fraction=0.5, facts=FACTS, part=PART)
    assert console.file.getvalue() == f" 50%  NMRU: step 20, {FACTS}\n"


def test_a_failure_passes_through_the_bar():
    console = Console(file=io.StringIO(), force_terminal=True)
    with pytest.raises(KeyError), Bar(console):
        raise KeyError


def test_silence():
    with Silence() as display:
        display.show("F", fraction=0.5, facts=FACTS)


def test_a_display_of_ones_own_takes_the_place_of_a_console():
    own = Silence()
    with shown_on(own):
        assert choose_display(Console(), quiet=False) is own
        assert choose_display(Console(), quiet=True) is not own
    assert choose_display(Console(), quiet=False) is not own
