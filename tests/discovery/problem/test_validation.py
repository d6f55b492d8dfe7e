import datetime

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, RegressorMixin

from nalm.discovery.problem._validation import check_inputs, check_table
from nalm.errors import InvalidTypeError, InvalidValueError

X = np.random.default_rng(0).uniform(1, 2, (6, 2))
Y = X[:, 0] * X[:, 1]
FRAME = pd.DataFrame(X, columns=["mass", "speed"])


class Some(RegressorMixin, BaseEstimator):
    def __init__(
        self, max_time=None, starts=8, max_exponent=6.0, noise="auto", verbose=0, functions=()
    ):
        self.max_time = max_time
        self.starts = starts
        self.max_exponent = max_exponent
        self.noise = noise
        self.verbose = verbose
        self.functions = functions


def table(x=X, y=Y, weight=None):
    return check_table(Some(), x, y=y, sample_weight=weight)


def replaced(values, row, column, value):
    copy = np.array(values, dtype=type(value) if isinstance(value, complex) else None)
    copy[(row, column) if copy.ndim == 2 else row] = value
    return copy


@pytest.mark.parametrize(
    "x",
    [
        X.tolist(),
        X.astype(object),
        FRAME,
        FRAME.astype(object),
        FRAME.astype("Float64"),
        np.asfortranarray(X),
        X[::-1][::-1],
    ],
    ids=["list", "object", "frame", "object frame", "nullable frame", "Fortran", "strided"],
)
def test_every_kind_of_table_is_the_same(x):
    assert (table(x).x == X).all()
    assert table(x).x.dtype == np.float64


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.uint16, bool, np.float32, np.float16])
def test_every_kind_of_number_becomes_a_double(dtype):
    x = (X > 1.5).astype(dtype)
    result = table(x, x[:, 0])
    assert result.x.dtype == result.y.dtype == np.float64
    assert (result.x == (X > 1.5)).all()


def test_names():
    estimator = Some()
    assert check_table(estimator, FRAME, y=pd.Series(Y, name="E"), sample_weight=None).targets == (
        "E",
    )
    assert list(estimator.feature_names_in_) == ["mass", "speed"]
    assert estimator.n_features_in_ == 2
    assert table(y=pd.DataFrame({"E": Y, "p": Y})).targets == ("E", "p")
    assert table(y=pd.Series(Y)).targets == ("y",)
    assert table(y=np.column_stack([Y, Y])).targets == ("y0", "y1")


def test_shapes():
    assert table().flat
    assert table().y.shape == (6, 1)
    assert not table(y=Y[:, None]).flat
    assert table(y=np.column_stack([Y, Y])).y.shape == (6, 2)


@pytest.mark.parametrize(
    ("value", "kind"), [(np.nan, "NaN"), (np.inf, "infinity"), (-np.inf, "infinity")]
)
def test_missing_values_are_refused_with_their_place(value, kind):
    message = f"Input X contains {kind}: first in row 4 of column '1', 1 rows in all"
    with pytest.raises(InvalidValueError, match=message):
        table(replaced(X, 4, 1, value))
    with pytest.raises(InvalidValueError, match=f"Input X contains {kind}.*column 'speed'"):
        table(pd.DataFrame(replaced(X, 4, 1, value), columns=FRAME.columns))
    with pytest.raises(InvalidValueError, match=f"Input y contains {kind}: first in row 4"):
        table(y=replaced(Y, 4, None, value))


def test_a_missing_integer_is_refused():
    frame = FRAME.assign(n=pd.array([1, 2, None, 4, 5, 6], dtype="Int64"))
    with pytest.raises(InvalidValueError, match="NaN: first in row 2 of column 'n'"):
        table(frame)


@pytest.mark.parametrize(
    ("x", "message"),
    [
        (FRAME.assign(who=list("abcdef")), "column 'who' of X must hold numbers; found text"),
        (FRAME.assign(n=["1", "2", "3", "4", "5", "6"]), "column 'n' of X must hold numbers"),
        (FRAME.assign(n=pd.Categorical(list("aabbcc"))), "column 'n' of X must hold numbers"),
        (FRAME.assign(t=pd.date_range("2020", periods=6)), "column 't' of X.*found dates"),
        (FRAME.assign(t=pd.to_timedelta(range(6))), "column 't' of X.*found dates"),
        (X.astype(str), "X must hold numbers; found text"),
        (X.astype(str).tolist(), "X must hold numbers; found text"),
        (X.astype(str).astype(object), "X must hold numbers; found text"),
        (X + 1j, "Complex data not supported"),
        (X[:0], "0 sample"),
        (X[:, :0], "0 feature"),
        (X[0], "X must have two dimensions"),
        (X[None], "dim 3"),
        ([[1.0], [2.0, 3.0]], "inhomogeneous|sequence"),
    ],
)
def test_what_is_not_a_table_of_numbers_is_refused(x, message):
    with pytest.raises(InvalidValueError, match=message):
        table(x)


def test_one_row_is_not_enough():
    with pytest.raises(InvalidValueError, match="1 sample"):
        table(X[:1], Y[:1])


@pytest.mark.parametrize("x", [csr_array(X), csr_array(X).tocsc()])
def test_sparse_tables_are_refused(x):
    with pytest.raises(InvalidTypeError, match=r"[Ss]parse"):
        table(x)


def test_an_entry_that_is_no_number_at_all_is_refused():
    x = X.astype(object)
    x[0, 0] = {"a": 1}
    with pytest.raises(InvalidTypeError, match="number"):
        table(x)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (None, "requires y to be passed"),
        (Y[:4], "y must have a number for each of the 6 rows of X"),
        (list("abcdef"), "y must hold numbers; found text"),
        (pd.Series(list("abcdef")), "y must hold numbers; found text"),
        (Y + 1j, "Complex data not supported"),
        (Y[:, None, None], "dim 3"),
        (np.zeros((6, 0)), "0 feature"),
    ],
)
def test_what_is_not_a_target_is_refused(y, message):
    with pytest.raises(InvalidValueError, match=message):
        table(y=y)


def test_what_to_do_with_text_fits_where_it_stands():
    of_inputs = (
        "Leave {} out, or convert {} with .* If {} names groups, give it to `fit` as `groups`"
    )
    with pytest.raises(InvalidValueError, match=of_inputs.format("it", "it", "it")):
        table(FRAME.assign(who=list("abcdef")))
    them = "columns of text"
    with pytest.raises(InvalidValueError, match=of_inputs.format(them, them, "one")):
        table(X.astype(str))
    text = list("abcdef")
    for given in ({"y": text}, {"y": pd.DataFrame({"v": text})}, {"weight": text}):
        with pytest.raises(InvalidValueError, match=r"found text. Convert it with \S+$"):
            table(**given)


def test_a_single_number_is_not_a_target():
    with pytest.raises(InvalidTypeError, match="got scalar"):
        table(y=1.0)


@pytest.mark.parametrize("scale", [1e-160, 1e160])
def test_a_target_whose_squares_are_no_floats_is_refused(scale):
    with pytest.raises(InvalidValueError, match="Measure it in another unit"):
        table(y=np.arange(1.0, len(X) + 1) * scale)
    assert not table(y=np.zeros(len(X))).y.any()
    assert table(y=np.ones(len(X)) * np.sqrt(scale)).y.max() == np.sqrt(scale)


def test_weights_have_a_mean_of_one_and_keep_their_ratios():
    result = table(weight=[2.0, 0.0, 4.0, 2.0, 2.0, 2.0])
    assert result.weight[result.weight > 0].mean() == pytest.approx(1.0)
    assert result.weight / result.weight[0] == pytest.approx([1, 0, 2, 1, 1, 1])
    assert (table().weight == 1).all()


@pytest.mark.parametrize("scale", [1e-300, 1e-30, 1e30, 1e300])
def test_the_size_of_weights_has_no_influence(scale):
    weight = np.array([2.0, 0.0, 4.0, 2.0, 2.0, 2.0])
    assert table(weight=weight * scale).weight == pytest.approx(table(weight=weight).weight)


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ([1, 1, -1, 1, 1, 1], "must not be negative; found -1 in row 2"),
        ([0] * 6, "at least one non-zero"),
        ([0, 0, 1, 0, 0, 0], "positive on two rows at least; found 1 among 6"),
        ([1, 1, np.nan, 1, 1, 1], "sample_weight contains NaN"),
        ([1, 1, np.inf, 1, 1, 1], "sample_weight contains infinity"),
        ([1, 1], "`sample_weight` must have a number for each of the 6 rows"),
        (np.ones((6, 2)), "must be 1D"),
    ],
)
def test_wrong_weights_are_refused(weight, message):
    with pytest.raises(InvalidValueError, match=message):
        table(weight=weight)


DAYS = pd.date_range("2020-01-01", periods=len(Y))


@pytest.mark.parametrize(
    "days",
    [
        DAYS,
        DAYS.tz_localize("UTC"),
        DAYS.array,
        DAYS.to_numpy(),
        DAYS.to_period("D"),
        DAYS - DAYS[0],
        list(DAYS),
        [each.date() for each in DAYS],
        [each.to_pydatetime() for each in DAYS],
        [datetime.time(k) for k in range(len(Y))],
        np.array(list(DAYS), dtype=object),
    ],
    ids=lambda days: type(days).__name__,
)
def test_dates_are_refused_wherever_they_stand(days):
    with pytest.raises(InvalidValueError, match="'day' of X must hold numbers; found dates"):
        table(pd.DataFrame({"mass": Y, "day": days}))
    with pytest.raises(InvalidValueError, match="y must hold numbers; found dates"):
        table(y=days)
    with pytest.raises(InvalidValueError, match="sample_weight must hold numbers; found dates"):
        table(weight=days)


def test_integers_beyond_any_float_are_refused():
    with pytest.raises(InvalidValueError, match="too large"):
        table([[10**400, 1]] * len(Y))


def test_masked_values_are_not_used():
    with pytest.raises(InvalidValueError, match="Input X contains NaN: first in row 2"):
        table([list(np.ma.array(row, mask=[k == 2, False])) for k, row in enumerate(X)])
    mask = np.zeros(X.shape, dtype=bool)
    assert (table(np.ma.array(X, mask=mask)).x == X).all()
    mask[2, 1] = True
    with pytest.raises(InvalidValueError, match="X must hold a number everywhere; found 1 masked"):
        table(np.ma.array(X, mask=mask))
    with pytest.raises(InvalidValueError, match="y must hold a number everywhere"):
        table(y=np.ma.array(Y, mask=mask[:, 1]))


def test_inputs_of_a_prediction_have_the_columns_of_the_fit():
    estimator = Some()
    check_table(estimator, FRAME, y=Y, sample_weight=None)
    assert (check_inputs(estimator, FRAME) == X).all()
    with pytest.raises(InvalidValueError, match="eature names"):
        check_inputs(estimator, FRAME[["mass"]])
    with pytest.raises(InvalidValueError, match="feature names"):
        check_inputs(estimator, FRAME[["speed", "mass"]])
    check_table(estimator, X, y=Y, sample_weight=None)
    with pytest.raises(InvalidValueError, match="X has 1 features, but Some is expecting 2"):
        check_inputs(estimator, X[:, :1])


def test_missing_inputs_of_a_prediction_are_refused():
    estimator = Some()
    check_table(estimator, FRAME, y=Y, sample_weight=None)
    with pytest.raises(InvalidValueError, match="NaN: first in row 0 of column 'speed'"):
        check_inputs(estimator, pd.DataFrame({"mass": [1.0], "speed": [np.nan]}))
