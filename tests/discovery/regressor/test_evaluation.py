"""What is asked of a fitted estimator; its fit is in `test_symbolic_regressor`."""

import numpy as np
import pandas as pd
import pytest
import torch

from nalm.discovery.regressor._symbolic_regressor import SymbolicRegressor
from nalm.errors import InvalidValueError
from tests.discovery._discoveries import plane_search

X = np.random.default_rng(0).uniform(1, 2, (40, 2))
PLANE = 3.0 + 2.0 * X[:, 0] - X[:, 1]
BOTH = pd.DataFrame({"E (J)": PLANE, "p": -PLANE})


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr("nalm.discovery.strategy._outputs.search", plane_search)


@pytest.mark.parametrize(
    ("y", "shape"),
    [(PLANE, (40,)), (PLANE[:, None], (40, 1)), (np.column_stack([PLANE, -PLANE]), (40, 2))],
)
def test_a_module_and_bounds_have_the_shape_of_a_prediction(quick, y, shape):
    law = SymbolicRegressor().fit(X, y)
    values = law.to_torch()(torch.from_numpy(X)).detach().numpy()
    assert values.shape == law.predict(X).shape == shape
    assert values == pytest.approx(law.predict(X))
    assert [each.shape for each in law.predict_interval(X)] == [shape, shape]


def test_bounds_of_any_candidate(quick):
    law = SymbolicRegressor().fit(X, BOTH)
    low, high = law.predict_interval(X, index=[0, None])
    assert (low + high) / 2 == pytest.approx(law.predict(X, [0, None]))
    chosen = law.predict_interval(X, index=[1, 1])
    assert np.array_equal(chosen, law.predict_interval(X))
    with pytest.raises(InvalidValueError, match="`index` must be"):
        law.predict_interval(X, index=2)


def test_one_target_in_a_column_is_one_output(quick):
    law = SymbolicRegressor().fit(X, PLANE[:, None])
    assert isinstance(law.equation_, str)
    assert isinstance(law.reason_, str)


def test_names_of_targets_that_cannot_stand_in_an_equation(quick):
    law = SymbolicRegressor().fit(X, BOTH)
    assert [text.split(" = ")[0] for text in law.equation_] == ["E", "p"]
    assert law.latex(output="E (J)").startswith("E = ")
    assert law.sympy(output="p") == law.sympy()[1]
    with pytest.raises(InvalidValueError, match=r"one of the names \['E \(J\)', 'p'\]"):
        law.latex(output="E_J")
