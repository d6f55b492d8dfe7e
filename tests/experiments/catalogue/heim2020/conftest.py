"""Runs of the fractional SIR model that two modules look at."""

from dataclasses import replace

import pytest

from nalm.experiments.catalogue import entries
from tests.experiments.catalogue.heim2020._tiny import train

UNITS = ("NPU (L1 1)", "RealNPU (L1 1)", "Dense (L1 1)")


@pytest.fixture(scope="session")
def runs(tmp_path_factory):
    """Return an experiment of three runs of one step, its store, and what was trained."""
    euler = entries()["heim2020/fractional-sir"]
    settings = tuple(
        replace(each, recipe=replace(each.recipe, iterations=1, polishing=None))
        for unit in UNITS
        for each in euler.settings
        if each.unit == unit and each.parameter.value == 6
    )
    short = replace(euler, settings=settings, seeds=1)
    path = tmp_path_factory.mktemp("store") / "runs.db"
    return short, path, train(short, path)
