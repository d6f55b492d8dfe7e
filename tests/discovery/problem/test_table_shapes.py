import numpy as np
import pandas as pd
import pytest

from nalm import SymbolicRegressor
from nalm.errors import InvalidValueError

X, Y = np.linspace(1, 2, 80).reshape(40, 2), np.linspace(1, 2, 40)


@pytest.mark.parametrize(
    ("x", "y", "weight", "message"),
    [
        (Y, Y, None, r"X must have two dimensions, rows and columns; found the shape \(40,\)\. "),
        (
            X,
            Y[:30],
            None,
            r"y must have .* 40 rows of X; found .*30,\)\. Take",
        ),
        (pd.DataFrame(X), pd.Series(Y[:30]), None, "y must have .* 40 rows of X"),
        (X.tolist(), Y[:30].tolist(), None, "y must have .* 40 rows of X"),
        (X, Y, np.ones(39), r"`sample_weight` must have .* 40 rows of X; found the shape \(39,\)"),
    ],
)
def test_shapes_that_do_not_fit_are_refused_with_a_remedy(x, y, weight, message):
    with pytest.raises(InvalidValueError, match=message):
        SymbolicRegressor().fit(x, y, sample_weight=weight)


def test_a_flat_table_for_predictions_is_refused_in_a_line():
    law = SymbolicRegressor(random_state=0).fit_form("a*x0 + b*x1", X, X.sum(axis=1), search=False)
    with pytest.raises(InvalidValueError, match=r"found the shape \(40,\)") as caught:
        law.predict(Y)
    assert len(str(caught.value)) < 200
