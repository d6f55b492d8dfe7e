import shlex

import pytest

from nalm.inquiry._command_line import command_line
from tests.cli.discovery._asked import asked


@pytest.mark.parametrize(
    "words",
    [
        ("--target", "y"),
        ("--target", "y", "--inputs", "a,b", "--weights", "w", "--drop-missing"),
        ("--target", "y", "--max-time", "2.5", "--starts", "7", "--seed", "3"),
        ("--time", "t", "--trajectory", "run", "--conserved", "S,I,R", "--conserved", "a,b"),
        ("--target", "y", "--noise", "relative"),
        ("--target", "y", "--functions", "exp,log"),
        ("--target", "y", "--constraint", "y(a=0) = 0", "--constraint", "increasing in a"),
        ("--target", "y", "--workers", "3"),
        ("--target", "y", "--functions", "none"),
        ("--target", "y", "--units", "data.csv", "--dimensional-constants"),
        ("--target", "y", "--units", "auto", "--decimal", ",", "--sheet", "two", "--names", "a,y"),
        ("--target", "y", "--inputs", 'a,"b, c"'),
        ("--target", '"y, out"', "--weights", '"""w"""', "--group", '"a, b"'),
        ("--time", '"t, s"', "--trajectory", '"a, b"'),
    ],
)
def test_the_command_line_that_is_printed_asks_the_same(words):
    request, effort, _ = asked(*words)
    again = command_line(request, effort, report=None)
    assert sorted(shlex.split(again)[3:]) == sorted(words)
    assert asked(*shlex.split(again)[3:])[:2] == (request, effort)
