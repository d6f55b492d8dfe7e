import numpy as np
import pytest

from nalm.inquiry._column_problems import Problem, cell_problem, date_problem, message
from nalm.tables._cells import Cells

NUMBERS = np.zeros(4)


@pytest.mark.parametrize(
    ("cells", "found", "remedy"),
    [
        ({"others": {0: "a", 1: "b", 3: "c"}}, "text such as 'a'", ""),
        ({"others": {2: "oops"}}, "'oops' in row 3, no number", "leave it blank and add --drop"),
        (
            {"others": {0: "2 x 103", 1: "4 x 103", 3: "5 x 103"}},
            "'2 x 103' in row 1 and the like in 2 more, a product or a power of ten",
            "Write 2e3 or 2 x 10^3",
        ),
        ({"others": {3: "Mean"}}, "'Mean' in row 4, no number", "but a mean, say, delete it"),
        ({"beyond": {1: "<2", 2: "<2"}}, "'<2' in row 2 and the like in 1 more", "--drop-missing"),
        ({"ambiguous": "1,234"}, "'1,234', where the comma", "--decimal , or --decimal ."),
        ({"ambiguous": "1,2", "others": {0: "1,2"}}, "both '1,2' and", "one decimal sign"),
    ],
)
def test_every_kind_of_cell_has_its_remedy(cells, found, remedy):
    given = Cells(**{"numbers": NUMBERS, "missing": {}, "beyond": {}, "others": {}, **cells})
    problem = cell_problem("x", given, droppable=True)
    assert found in problem.found
    assert remedy in problem.remedy


def test_numbers_are_no_problem():
    good = Cells(numbers=NUMBERS, missing={"?": 1}, beyond={}, others={})
    assert cell_problem("x", good, droppable=True) is None


def test_a_message_says_each_column_and_the_part_it_has():
    problems = [date_problem("day", "1/2/2020", option="--time"), date_problem("d", "x", option="")]
    text = message(problems, roles={"day": "--time"}, usable=["a", "b c"])
    assert "Column 'day', the time, holds dates such as '1/2/2020'. Write all times as" in text
    assert "Column 'd' holds dates such as 'x'. With --time d it is" in text
    assert text.endswith("Leave 'd' out with --inputs 'a,b c', or encode it as numbers.")


@pytest.mark.parametrize(
    ("roles", "expected"),
    [
        ({}, "If it names groups, give it with --group 'a run'. Otherwise leave 'a run' out"),
        ({"t": "--time"}, "If it names trajectories, give it with --trajectory 'a run'. Otherwise"),
        ({"t": "--time", "k": "--trajectory"}, "text such as 'one'. Leave 'a run' out with"),
        ({"k": "--group"}, "text such as 'one'. Leave 'a run' out with"),
    ],
)
def test_text_may_be_names_if_nothing_else_is_named_so(roles, expected):
    problem = Problem(name="a run", found="text such as 'one'", hopeless=True)
    assert expected in message([problem], roles=roles, usable=["N"])
