import numpy as np
import pandas as pd
import pytest
import torch

from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.tasks import from_arrays
from nalm.tasks._data._tables import table

X = np.arange(24.0).reshape(8, 3)
Y = X @ [[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]]


def rows_of(data, part="interpolation"):
    distribution = data[part]
    shape = (distribution.fixed_rows, data["task"].in_features)
    return distribution.draw(np.random.RandomState(0), shape)


def test_rows_are_inputs_and_targets():
    data = from_arrays(X, Y)
    task = data["task"]
    assert (task.in_features, task.out_features, task.observed_features) == (5, 2, 3)
    np.testing.assert_array_equal(rows_of(data), np.column_stack([X, Y]))
    np.testing.assert_array_equal(task.target(rows_of(data), {}), Y)


@pytest.mark.parametrize(
    ("inputs", "targets"),
    [
        (X.tolist(), Y.tolist()),
        (pd.DataFrame(X), pd.DataFrame(Y)),
        (torch.tensor(X, requires_grad=True), torch.tensor(Y)),
        (np.asfortranarray(X), Y[::-1][::-1]),
    ],
)
def test_kinds_of_arrays_make_the_same_data(inputs, targets):
    assert from_arrays(inputs, targets) == from_arrays(X, Y)


@pytest.mark.parametrize("target", [pd.Series(Y[:, 0]), Y[:, 0], Y[:, :1]])
def test_one_target_may_be_a_vector(target):
    assert from_arrays(X, target)["task"].out_features == 1


def test_data_are_named_by_their_content():
    data = from_arrays(X, Y)["interpolation"]
    assert data == from_arrays(X.copy(), Y)["interpolation"]
    assert table(data.train) is table(from_arrays(X.copy(), Y)["interpolation"].train)
    for other in (X + 1, X[:, ::-1]):
        assert from_arrays(other, Y)["interpolation"] != data
    assert from_arrays(X[::-1], Y[::-1])["interpolation"] != data


def test_sets_default_to_the_one_before():
    data = from_arrays(X, Y, validation=(X[:3], Y[:3]))
    assert data["interpolation"].rows == 8
    assert data["interpolation"].held == data["extrapolation"].held
    assert data["interpolation"].fixed_rows == 3
    data = from_arrays(X, Y, test=(X[:2], Y[:2]))
    assert (data["interpolation"].fixed_rows, data["extrapolation"].fixed_rows) == (8, 2)
    assert str(data["extrapolation"]) == "2 rows"


@pytest.mark.parametrize(
    ("dtype", "stored", "gathered"),
    [
        (np.uint8, np.uint8, torch.float32),
        (np.int16, np.float32, torch.float32),
        (np.bool_, np.float32, torch.float32),
        (np.float32, np.float32, torch.float32),
        (np.int64, np.float64, torch.float64),
        (np.float64, np.float64, torch.float64),
    ],
)
def test_numbers_keep_their_precision(dtype, stored, gathered):
    whole = np.arange(12).reshape(4, 3) % 2
    rows = from_arrays(whole.astype(dtype), whole[:, :1].astype(dtype))["interpolation"]
    assert table(rows.train).dtype == stored
    uniform = (torch.tensor([[[2.0, 0.0]]], dtype=torch.float64) + 0.5) / 4
    sample = rows.sample(uniform)
    assert sample.dtype == gathered
    assert sample.tolist() == [[0, 0], [1, 1], [0, 0], [0, 0]]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((X, Y[:7]), InvalidValueError, "y: expected a row for each of the 8 rows of X.*found 7"),
        ((X[:0], Y[:0]), InvalidValueError, "at least one"),
        ((X[:, 0], Y), InvalidValueError, r"X: expected shape \(rows, columns\), found \(8,\)"),
        ((X.reshape(2, 4, 3), Y), InvalidValueError, "X: .*Unflatten"),
        ((np.where(X == 5, np.nan, X), Y), InvalidValueError, "X: expected finite.*found 1 that"),
        ((X, np.where(Y == 2, np.inf, Y)), InvalidValueError, "y: expected finite"),
        ((X.astype(str), Y), InvalidTypeError, "X: expected an array of real numbers.*<U"),
        ((X, Y + 0j), InvalidTypeError, "y: .*complex128"),
    ],
)
def test_wrong_data_are_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        from_arrays(*arguments)


def test_other_sets_have_the_same_columns():
    with pytest.raises(InvalidValueError, match=r"validation X: expected 3 columns.*found 2"):
        from_arrays(X, Y, validation=(X[:, :2], Y))
    with pytest.raises(InvalidValueError, match=r"test y: expected 2 columns.*found 1"):
        from_arrays(X, Y, test=(X, Y[:, 0]))
    with pytest.raises(InvalidValueError, match="test y: expected a row for each of the 8"):
        from_arrays(X, Y, test=(X, Y[:2]))
