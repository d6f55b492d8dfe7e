import numpy as np
import pandas as pd
import pytest

from nalm.errors import InvalidValueError
from nalm.inquiry._usable_rows import check_count, check_weights, group_of_each_row, labels_of

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
        check_weights(frame, used, "w")
    with pytest.raises(InvalidValueError, match=r"2 rows or more of 'w', found 1 among 3\."):
        check_weights(frame, used.clip(lower=0).replace(1.0, 0.0).assign(w=[0.0, 3.0, 0.0]), "w")
    check_weights(frame, used[:2], "w")


def test_one_row_is_too_few():
    check_count(FRAME[:2])
    with pytest.raises(InvalidValueError, match=r"expected 2 rows or more .*, found 1 row"):
        check_count(FRAME[:1])
