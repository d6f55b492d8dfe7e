import math
from decimal import Decimal

import pandas as pd
import pytest

from nalm.tables._cells import Writing, decimal_sign, read_cells, settled, shown_sign


def cells(*values, **writing):
    return read_cells(pd.Series(list(values), dtype=object), Writing(**writing))


def test_every_cell_is_a_number_missing_a_limit_or_something_else():
    found = cells("1", "?", None, "<0.5", "abc", True, Decimal("2.5"), float("nan"), " 3 ")
    assert [None if math.isnan(each) else each for each in found.numbers] == [
        *(1.0, None, None, None, None, 1.0, 2.5, None, 3.0)
    ]
    assert found.missing == {"?": 1}
    assert found.beyond == {3: "<0.5"}
    assert found.others == {4: "abc"}


def test_lists_and_bytes_are_no_numbers():
    assert set(cells([1], {"a": 1}, b"x").others) == {0, 1, 2}


@pytest.mark.parametrize(
    ("values", "guesses"),
    [
        (["1,234.5"], ("with ',' as thousands separator",)),
        (["1.234,5"], ("with ',' as the decimal sign", "with '.' as thousands separator")),
        (["5 kg", "6 kg"], ("without 'kg'",)),
        (["$1,200.5"], ("with ',' as thousands separator", "without '$'")),
        (["1.5"], ()),
    ],
)
def test_how_numbers_were_read_is_kept(values, guesses):
    assert cells(*values).guesses == guesses


@pytest.mark.parametrize(
    ("texts", "writing", "found"),
    [
        (["1,234"], {"decimal": ","}, (",", "")),
        (["1,234"], {"elsewhere": "."}, (".", "")),
        (["1,234"], {"separator": ","}, (".", "")),
        (["1,234"], {"separator": ";"}, (".", "1,234")),
        (["1,234", "1234"], {}, (",", "")),
        (["1.234"], {}, (".", "")),
        (["1.234"], {"elsewhere": ","}, (",", "")),
        (["1.5"], {"elsewhere": ","}, (".", "")),
        (["1.5", "1,5"], {}, (".", "1,5")),
    ],
)
def test_the_decimal_sign_is_what_the_column_then_the_table_shows(texts, writing, found):
    assert decimal_sign(texts, Writing(**writing)) == found


def test_only_a_sign_beyond_doubt_counts_for_other_columns():
    assert shown_sign(pd.Series(["1,5", "?"])) == ","
    assert shown_sign(pd.Series(["1.5"])) == "."
    assert shown_sign(pd.Series(["1,234"])) == shown_sign(pd.Series(["1,5", "1.5"])) == ""


def test_columns_of_numbers_alone_are_settled():
    columns = {"a": ["1,5", "?"], "b": ["x", "1"], "c": [1, 2], "kg": ["1 kg", "2 kg"]}
    frame = pd.DataFrame(columns)
    frame.attrs["writing"] = {}
    result = settled(frame)
    assert [result[name].dtype.kind in "if" for name in columns] == [True, False, True, False]
    assert result.attrs["cells"]["a"]["missing"] == {"?": 1}
