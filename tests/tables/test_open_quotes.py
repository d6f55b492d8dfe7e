import warnings
from pathlib import Path

import pytest

from nalm.errors import DataError, ReadingWarning
from nalm.tables._open_quotes import check_quotes

PATH = Path("data.csv")


def check(text, separator=","):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_quotes(PATH, text, start=text.find("\n") + 1, separator=separator)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ('p,x\nA1,1\n"A2,2\nA3,3\n"A4,4\n', ","),
        ('p;x\nA1;1\n"A2;2\nA3;3\n"A4;4\n', ";"),
        ('p x\nA1 1\n"A2 2\nA3 3\n"A4 4\n', " "),
        ('x,p,q\n1,A1,1\n2, "A2,2\n3,A3,3\n4, "A4,4\n', ","),
    ],
)
def test_a_quote_that_ends_in_a_cell_of_another_line_is_refused(text, separator, end):
    with pytest.raises(DataError, match=r"data\.csv: .* begins in line 3 .* line 5\. Remove it"):
        check(text.replace("\n", end), separator)


def test_lines_with_separators_in_one_cell_are_said():
    with pytest.warns(ReadingWarning, match="lines 2 to 4 of data.csv as one cell"):
        check_quotes(PATH, 'p,x\n1,"2,3\n4,5\n6,7",8\n', start=4, separator=",")


@pytest.mark.parametrize(
    "text", ['p,x\n"a\nb",1\n', 'p,x\n"a, b",1\n', 'p,x\n"a ""b""\nc" ,1\n', 'p,x\n5",1\n6",2\n']
)
def test_other_quotes_are_left_alone(text):
    check(text)
