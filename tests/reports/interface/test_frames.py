import math

import numpy as np

from nalm.reports.interface._frames import (
    distinct,
    floats,
    group,
    is_numeric,
    known_median,
    make_frame,
    records,
    select,
    take,
    texts,
    to_csv,
    where,
    with_column,
)

ROWS = [{"unit": "NRU", "mse": 1.5}, {"unit": "NMRU"}, {"unit": "NRU", "mse": 2.0}]
FRAME = make_frame(ROWS, ["unit", "mse"])


def test_rows_survive_and_gaps_are_nan():
    assert records(FRAME)[0] == ROWS[0]
    assert math.isnan(records(FRAME)[1]["mse"])
    np.testing.assert_array_equal(floats(FRAME, "mse"), [1.5, np.nan, 2.0])


def test_selection_keeps_order_and_meets_every_condition():
    assert distinct(FRAME, "unit") == ["NRU", "NMRU"]
    assert floats(where(FRAME, unit="NRU"), "mse").tolist() == [1.5, 2.0]
    assert len(where(FRAME, unit="NRU", mse="2.0")) == 1


def test_a_new_column_leaves_the_old_frame():
    assert floats(with_column(FRAME, "x", values=[1, 2, 3]), "x").tolist() == [1, 2, 3]
    assert "x" not in FRAME.columns


def test_csv_has_empty_fields_for_what_is_missing():
    assert to_csv(FRAME) == "unit,mse\nNRU,1.5\nNMRU,\nNRU,2.0\n"


def test_rows_are_chosen_ordered_and_grouped():
    assert texts(select(FRAME, [True, False, True]), "mse") == ["1.5", "2.0"]
    assert texts(take(FRAME, [1, 0]), "unit") == ["NMRU", "NRU"]
    assert [(names, len(part)) for names, part in group(FRAME, ["unit"])] == [
        *[(("NRU",), 2), (("NMRU",), 1)]
    ]
    assert group(FRAME[:0], ["unit"]) == []


def test_the_median_is_of_what_is_known():
    assert known_median([math.nan, 3.0, 1.0]) == 2.0
    assert math.isnan(known_median([math.nan]))
    assert math.isnan(known_median([]))


def test_words_are_no_numbers():
    assert is_numeric(FRAME, "mse")
    assert not is_numeric(FRAME, "unit")
