import subprocess
import sys

import numpy as np
import pytest
import torch
from threadpoolctl import threadpool_info

from nalm.discovery._one_thread import one_thread
from nalm.discovery.strategy import _search as searching
from nalm.discovery.strategy._search import SearchOptions, search
from nalm.errors import InvalidValueError
from tests.discovery._laws import problem

pytestmark = pytest.mark.usefixtures("two_threads")


def linear_algebra():
    return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}


def test_everything_computes_with_one_thread_and_then_as_before():
    before = linear_algebra()
    assert before == {2}
    with one_thread():
        assert torch.get_num_threads() == 1
        assert linear_algebra() == {1}
    assert torch.get_num_threads() == 2
    assert linear_algebra() == before


def test_threads_are_given_back_after_an_error():
    before = linear_algebra()
    assert before == {2}
    with pytest.raises(InvalidValueError), one_thread():
        raise InvalidValueError
    assert torch.get_num_threads() == 2
    assert linear_algebra() == before


def test_a_search_computes_with_one_thread(monkeypatch):
    seen = []
    finish = searching.finish
    monkeypatch.setattr(
        searching, "finish", lambda *a, **k: (seen.append(linear_algebra()), finish(*a, **k))[1]
    )
    x = np.random.default_rng(0).uniform(1, 2, (30, 1))
    search(problem(x, 2 * x[:, 0]), SearchOptions(starts=8, max_terms=1))
    assert seen == [{1}]


SEARCH = """
import sys
import numpy as np
from nalm.discovery import SymbolicRegressor
X = np.random.default_rng(0).uniform(1, 5, (30, 2))
law = SymbolicRegressor(random_state=0).fit(X, X[:, 0] * X[:, 1])
assert law.equation_ == "y = x0*x1", law.equation_
assert "torch" not in sys.modules
"""


def test_a_law_that_needs_no_pytorch_does_not_wait_for_it():
    subprocess.run([sys.executable, "-c", SEARCH], check=True)
