import shutil

import pytest
import torch

from nalm.networks._compiled import CompilesLater


def counted():
    calls = []

    def function(x, y):
        calls.append(1)
        return [x * 2 + y, torch.sin(x)]

    return function, calls


@pytest.mark.thorough
@pytest.mark.compile
def test_it_is_compiled_after_some_calls_and_gives_the_same():
    if not (shutil.which("g++") or shutil.which("clang++")):
        pytest.skip("there is no compiler")
    function, calls = counted()
    later = CompilesLater(function, patience=2)
    x, y = torch.rand(2, 7, dtype=torch.float64).unbind()
    results = [later(x, y) for _ in range(5)]
    assert len(calls) == 3  # two calls, and one that is traced
    for result in results[1:]:
        torch.testing.assert_close(list(result), results[0], rtol=1e-15, atol=0)
    later(x[:3], y[:3])
    assert len(calls) == 4  # another shape


def test_without_a_compiler_the_function_stays(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda _: None)
    function, calls = counted()
    later = CompilesLater(function, patience=0)
    for _ in range(3):
        later(torch.ones(2), torch.ones(2))
    assert len(calls) == 3


def test_what_cannot_be_compiled_is_called_with_a_warning():
    def branching(x):
        return [x if x.sum() > 0 else -x]

    later = CompilesLater(branching, patience=0)
    with pytest.warns(UserWarning, match="could not compile"):
        later(torch.ones(2))
    assert later(-torch.ones(2))[0].tolist() == [1, 1]
