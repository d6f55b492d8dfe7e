import numpy as np
import pytest

from nalm.discovery.dynamics.regressor._columns import columns_at
from nalm.errors import InvalidTypeError, InvalidValueError


def test_columns_are_put_side_by_side():
    states, controls, t = np.ones((3, 2)), 2 * np.ones((3, 1)), np.arange(3.0)
    both = columns_at(states, controls=controls, t=t, widths=(2, 1, 1))
    assert both.tolist()[2] == [1, 1, 2, 2]
    assert columns_at(states, controls=None, t=t, widths=(2, 0, 0)).shape == (3, 2)


@pytest.mark.parametrize(
    ("controls", "t", "widths", "message"),
    [
        (None, None, (2, 1, 0), "`controls` must have 1 columns, found none"),
        (np.ones((3, 1)), None, (2, 0, 0), "`controls` must have 0 columns, found some"),
        (None, None, (2, 0, 1), "`t` must have 1 columns"),
        (None, np.arange(4.0), (2, 0, 1), r"`t` must have the shape \(rows, 1\)"),
        (None, None, (3, 0, 0), r"`states` must have the shape \(rows, 3\)"),
    ],
)
def test_wrong_columns_are_refused(controls, t, widths, message):
    with pytest.raises(InvalidValueError, match=message):
        columns_at(np.ones((3, 2)), controls=controls, t=t, widths=widths)


def test_text_is_refused():
    with pytest.raises(
        InvalidTypeError, match=r"`states` must hold numbers; found .* pandas\.to_numeric"
    ):
        columns_at([["a"]], controls=None, t=None, widths=(1, 0, 0))
