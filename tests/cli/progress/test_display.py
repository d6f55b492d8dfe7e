import io

from rich.console import Console

from nalm.cli._progress._display import Bar, Lines, Silence, choose_display
from nalm.cli._progress._pace import Pace
from nalm.experiments import Progress


def standing(done, total=100):
    return Progress(
        runs=9, stored=0, solved=4, run_steps=total, run_steps_done=done, cohort="NMRU", step=done
    )


def pace():
    measured = Pace()
    measured.record(0, now=0.0)
    measured.record(50, now=10.0)
    return measured


def test_the_console_decides():
    terminal = Console(file=io.StringIO(), force_terminal=True)
    pipe = Console(file=io.StringIO(), force_terminal=False)
    assert isinstance(choose_display(terminal, quiet=False), Bar)
    assert isinstance(choose_display(pipe, quiet=False), Lines)
    assert isinstance(choose_display(terminal, quiet=True), Silence)


def test_lines_come_now_and_then_and_at_the_end():
    console = Console(file=io.StringIO(), force_terminal=False, width=20)
    with Lines(console, seconds=1000.0) as display:
        display.show(standing(50), pace())
        assert console.file.getvalue() == ""
        display.show(standing(100), pace())
    text = console.file.getvalue()
    assert text.startswith("100%  NMRU, step 100; 4 of 9 runs solved, 5 run-steps/s, 10 s left")
    assert text.count("\n") == 1


def test_every_line_when_there_is_no_least_time():
    console = Console(file=io.StringIO(), force_terminal=False)
    display = Lines(console, seconds=0.0)
    for done in (10, 20, 30):
        display.show(standing(done), Pace())
    assert console.file.getvalue().count("runs solved") == 3


def test_the_bar_shows_what_is_solved():
    console = Console(file=io.StringIO(), force_terminal=True, width=120)
    with Bar(console) as display:
        display.show(standing(50), pace())
    assert "4 of 9 runs solved, 5 run-steps/s, 10 s left" in console.file.getvalue()


def test_silence():
    with Silence() as display:
        display.show(standing(1), Pace())
