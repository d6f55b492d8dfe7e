import numpy as np
import pytest

from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.regressor._regressor import DynamicsRegressor
from nalm.discovery.dynamics.regressor._request import request
from nalm.errors import InvalidValueError
from tests.discovery.dynamics._trajectories import lotka_volterra

T, X = lotka_volterra(rows=20)


def requested(states=X, **parameters):
    trajectories, names = read(T, states)
    given = DynamicsRegressor(**parameters).get_params(deep=False)
    return request(given, trajectories, names=names)


def test_parameters_become_what_a_fit_needs():
    found, options = requested(noise="relative", structures={"x0": [(1, 0)]}, max_time=3, starts=5)
    assert found.names == ("x0", "x1")
    assert found.relative == (True, True)
    assert [state for state, _ in found.structures] == [0]
    assert (options.max_time, options.starts) == (3, 5)
    assert requested()[0].relative == (False, False)


def test_functions_are_those_that_were_asked_for():
    assert requested()[1].functions == ()
    assert requested(functions=["sin", "cos"])[1].functions == ("sin", "cos")


def test_time_is_a_column_of_the_forms():
    found, _ = requested(time=True, structures={"x0": [(1, 0, 2)]})
    assert [power.base for power in found.structures[0][1].terms[0].powers] == [0, 2]


def test_what_cannot_work_is_refused():
    negative = X.copy()
    negative[3, 1] = -1.0
    with pytest.raises(InvalidValueError, match="needs positive states, found -1 of 'x1'"):
        requested(negative, noise="relative")
    negative[3, 1] = np.nan
    assert requested(negative, noise="relative")[0].relative == (True, True)
    with pytest.raises(InvalidValueError, match='"constant" or "relative"'):
        requested(noise="variables")
    with pytest.raises(InvalidValueError, match="follows from `conserved`"):
        requested(conserved=[("x0", "x1")], structures={"x1": [(1, 0)]})
