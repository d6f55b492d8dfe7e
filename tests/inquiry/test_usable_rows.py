import warnings

import numpy as np
import pandas as pd
import pytest

from nalm.errors import DomainWarning, InputWarning, InvalidValueError
from nalm.inquiry._usable_rows import (
    check_count,
    check_weights,
    group_of_each_row,
    labels_of,
    rows_of_file,
)

FRAME = pd.DataFrame({"g": ["A", "A ", " B", None, "  "], "n": [1, 1, 2, 2, 3]})


def test_blanks_around_a_name_do_not_count():
    labels = labels_of(FRAME, "g")
    assert labels[:3].tolist() == ["A", "A", "B"]
    assert labels.isna().tolist() == [False, False, False, True, True]
    assert labels_of(FRAME, "n").tolist() == [1, 1, 2, 2, 3]
    categories = FRAME.assign(g=FRAME["g"].astype("category"))
    assert labels_of(categories, "g")[:3].tolist() == ["A", "A", "B"]


def test_rows_without_a_group_are_named_or_left_out():
    with pytest.raises(InvalidValueError, match=r"found none in 2 rows of 'g', first in row 4\..*"):
        group_of_each_row(FRAME, "g", drop=False)
    with pytest.raises(InvalidValueError, match=r"in 1 row of 'g', first in row 4\..*--drop-miss"):
        group_of_each_row(FRAME[:4], "g", drop=False)
    assert group_of_each_row(FRAME, "g", drop=True).to_dict() == {0: "A", 1: "A", 2: "B"}
    with pytest.raises(InvalidValueError, match="names of groups in 'g', found none"):
        group_of_each_row(FRAME[3:], "g", drop=True)


def test_weights_are_positive_and_rows_are_those_of_the_file():
    frame = pd.DataFrame({"w": [1.0, np.nan, 1.0, -2.0]})
    used = frame.dropna()
    with pytest.raises(InvalidValueError, match=r"--weights: .* 'w', found -2 in row 4"):
        check_weights(used, "w", whole=frame)
    with pytest.raises(InvalidValueError, match=r"2 rows or more of 'w', found 1 among 3\."):
        check_weights(used.assign(w=[0.0, 3.0, 0.0]), "w", whole=frame)
    check_weights(used[:2], "w", whole=frame)


def test_one_row_is_too_few():
    check_count(FRAME[:2])
    with pytest.raises(InvalidValueError, match=r"expected 2 rows or more .*, found 1 row"):
        check_count(FRAME[:1])


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("y: row 0: a = 0 has no power -1.", "y: row 3: a = 0 has no power -1."),
        ("rows 0, 2, … (9 in all): a < 0", "rows 3, 6, … (9 in all): a < 0"),
    ],
)
def test_rows_count_as_in_the_file(said, counted):
    with pytest.warns(DomainWarning) as caught, rows_of_file([2, 4, 5]):
        for _ in range(2):
            warnings.warn(said, DomainWarning, stacklevel=1)
    assert [str(each.message) for each in caught] == [counted]


def test_other_warnings_are_given_on():
    with pytest.warns(InputWarning, match="^row 0: left out$"), rows_of_file([2]):
        warnings.warn("row 0: left out", InputWarning, stacklevel=1)
