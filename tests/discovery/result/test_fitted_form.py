import numpy as np

from nalm.discovery.result._fitted_form import FittedForm
from nalm.symbolic import read_form

FORM = read_form("a*x + b", ["x"])


def test_what_is_not_determined_has_no_finite_error():
    found = FittedForm(
        form=FORM, values=np.ones(2), covariance=np.diag([4.0, -1e-30]), undetermined=("b",)
    )
    assert found.standard_errors.tolist() == [2.0, np.inf]


def test_bounds_say_what_is_allowed():
    bounds = np.array([[0.0, -np.inf], [2.0, np.inf]])
    found = FittedForm(form=FORM, values=np.ones(2), covariance=np.eye(2), bounds=bounds)
    assert found.allows(np.array([[1.0, -9.0], [3.0, 0.0]])).tolist() == [True, False]
    free = FittedForm(form=FORM, values=np.ones(2), covariance=np.eye(2))
    assert free.allows(np.array([[1e9, 0.0]])).all()
