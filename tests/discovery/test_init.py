import subprocess
import sys

import pytest

import nalm
from nalm import discovery


def test_every_public_name_is_there():
    assert all(getattr(discovery, name) is not None for name in discovery.__all__)
    assert discovery.SymbolicRegressor is nalm.SymbolicRegressor
    assert discovery.DynamicsRegressor is nalm.DynamicsRegressor


def test_another_name_is_refused():
    with pytest.raises(AttributeError, match="no attribute 'Regressor'"):
        _ = discovery.Regressor


@pytest.mark.thorough
def test_scikit_learn_is_loaded_with_an_estimator_only():
    script = "import sys, nalm.discovery; print('sklearn' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False"]
