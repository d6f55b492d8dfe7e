import os
from dataclasses import replace
from operator import neg

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config

from nalm import SymbolicRegressor
from nalm.discovery import (
    NoiseModel,
    PowerProduct,
    RandomStarts,
    Strategy,
    _noise_model,
    register_noise,
)
from nalm.discovery._jobs import Jobs
from nalm.discovery._noise_model import noise_models
from nalm.discovery.stages.cohorts._structure import Structure
from nalm.discovery.stages.functions._stages import SeenThrough
from nalm.errors import NoWorkersWarning
from nalm.symbolic import find_function, register_function

SHORT = Strategy(stages=(PowerProduct(), RandomStarts(Structure(terms=2)), SeenThrough()))


def counted(asked):
    """Yield numbers without end, and note how many were asked for."""
    for number in range(1000):
        asked.append(number)
        yield number


@pytest.mark.parametrize("count", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(count):
    with parallel_config("threading"):
        assert list(Jobs(count=count).map(neg, range(7))) == [-i for i in range(7)]


@pytest.mark.parametrize("count", [1, 3])
def test_no_more_items_are_asked_for_than_work_at_once(count):
    asked = []
    with parallel_config("threading"):
        results = Jobs(count=count).map(neg, counted(asked))
        assert next(results) == 0
    assert len(asked) == count


def test_rounds_are_calls_that_wait_for_one_another():
    assert [Jobs(count=2).rounds(calls) for calls in (1, 2, 3, 4)] == [1, 1, 2, 2]
    assert Jobs().rounds(5) == 5


@pytest.mark.parametrize("processes", [1, 2, 3, 7])
def test_calls_of_one_wave_have_the_same_rounds_before_them(processes):
    left = [Jobs(count=processes).rounds(7, before=place) for place in range(7)]
    waves = [place // processes for place in range(7)]
    assert left == [waves[-1] + 1 - wave for wave in waves]


def test_without_a_number_joblib_says_how_many():
    assert Jobs().processes == 1
    with parallel_config("threading", n_jobs=3):
        assert Jobs().processes == 3
        assert list(Jobs().map(neg, range(4))) == [0, -1, -2, -3]


class Twofold(NoiseModel):
    """A noise model that only this process knows."""

    name = "twofold"

    def size(self, formula, x):
        return np.full(len(x), 2.0)


def registered(name):
    """Say whether a process knows a function and a noise model."""
    known = [each.name for each in noise_models()]
    return find_function(name).latex, "twofold" in known


def own_process(first):
    """End the process, unless it is the first."""
    if os.getpid() != first:
        os._exit(1)
    return first


@pytest.mark.thorough
def test_calls_of_processes_that_are_lost_are_made_here():
    with pytest.warns(NoWorkersWarning, match="this one does their work"):
        results = list(Jobs(count=2).map(own_process, [os.getpid()] * 3))
    assert results == [os.getpid()] * 3


@pytest.mark.thorough
def test_other_processes_know_what_was_registered_here(monkeypatch):
    models = _noise_model._MODELS  # others shall not find them
    monkeypatch.setattr(models, "_held", dict(models._held))
    register_noise(Twofold())
    register_function(replace(find_function("sin"), name="mysine"))
    assert list(Jobs(count=2).map(registered, ["mysine"] * 2)) == [(r"\sin", True)] * 2


@pytest.mark.thorough
def test_two_processes_find_what_one_finds():
    a, b = np.random.default_rng(0).uniform(0.5, 2, (2, 60))
    x = pd.DataFrame({"a": a, "b": b})
    y = pd.DataFrame({"u": np.arcsin(a * b / 9), "v": a / (1 + b)})
    for targets in (y, y["u"]):  # several at once; then the searches within one
        alone, together = (
            SymbolicRegressor(strategy=SHORT, random_state=0, n_jobs=count).fit(x, targets)
            for count in (1, 2)
        )
        for one, other in zip(alone.discoveries_, together.discoveries_, strict=True):
            assert [c.formula for c in one.candidates] == [c.formula for c in other.candidates]
            assert (one.verdict, one.chosen) == (other.verdict, other.chosen)
    assert "arcsin" in together.equation_


@pytest.mark.parametrize("wrong", [0, 1.5, True, "2"])
def test_a_number_of_processes_is_checked_before_the_search(wrong):
    with pytest.raises(ValueError, match="n_jobs"):
        SymbolicRegressor(n_jobs=wrong).fit([[1.0], [2.0], [3.0]], [1.0, 2.0, 3.0])
