"""Figures 4 and 5 show what was found of the fractional SIR model beside the published runs."""

from dataclasses import replace

import numpy as np

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._heim2020 import _figures45, _fractional_sir

CATALOGUE = entries()
EULER = CATALOGUE["heim2020/fractional-sir"]
VIEWS = {name: entry for name, entry in CATALOGUE.items() if name.startswith("heim2020/fig")}


def setting(unit, hidden=6):
    return next(s for s in EULER.settings if s.unit == unit and s.parameter.value == hidden)


def test_views_show_ours_beside_the_published(runs):
    _, _, trained = runs
    points = VIEWS["heim2020/fig4"].compute(trained)
    assert points["origin"].tolist() == ["nalm"] * 3 + ["published"] * 300
    assert points["mse"].max() == _figures45.LARGEST
    courses = VIEWS["heim2020/fig4-right"].compute(trained)
    assert len(courses) == 2 * 3 * 40
    weights = VIEWS["heim2020/fig5"].compute(trained)
    assert len(weights) == 6 * 6
    assert VIEWS["heim2020/fig5"].compute([]).empty


def test_the_published_points_are_those_of_the_text():
    points = _figures45.published().groupby("unit")["mse"]
    assert points.min().round(5).to_dict() == {"NPU": 0.01535, "RealNPU": 0.02839, "Dense": 0.03215}
    assert (points.size() == 100).all()
    below = points.apply(lambda mse: (mse < 1).mean())
    assert below.to_dict() == {"NPU": 0.85, "RealNPU": 0.2, "Dense": 1.0}


def test_the_best_run_has_the_least_finite_error(runs):
    _, _, trained = runs
    errors = {run.setting.unit: _fractional_sir.final_error(run) for run in trained}
    assert _figures45.best(trained).setting.unit == min(errors, key=errors.get)
    assert _figures45.best(trained, unit="RealNPU").setting.unit == "RealNPU (L1 1)"
    assert _figures45.best([]) is None
    broken = [replace(run, stored=replace(run.stored, trace=_infinite(run))) for run in trained[:1]]
    assert _figures45.best(broken) is None


def _infinite(run):
    trace = run.stored.trace
    return replace(trace, test=np.full_like(trace.test, np.inf))
