"""Figure 3 and appendix C.4 vary what the paper varies, with its thresholds."""

import pytest

from tests.experiments.catalogue.madsen2020._settings import (
    PRODUCTS,
    setting,
    settings,
)
from tests.experiments.catalogue.madsen2020._thresholds import nearly_exact_mse

THRESHOLDS = {
    "input-size": [
        *(7.10e-8, 1.510e-5, 6.14e-4, 0.01003, 0.0508, 0.1600, 0.3912, 0.8116, 1.503, 2.562),
        *(4.105, 6.258, 9.162, 12.97),
    ],
    "overlap": [0.16053, 0.16045, 0.16029, 0.16007, 0.15980, 0.15949],
    "subset": [0.02885, 0.07582, 0.1600, 0.002221],
    "fig3-range": [0.1600, 2.31e-4, 0.05076, 9.20e-4, 0.1600, 0.1053, 505.5],
    "fig3-hidden-size": [0.16005] * 9,
}


@pytest.mark.parametrize("what", THRESHOLDS)
@pytest.mark.parametrize("unit", PRODUCTS)
def test_sweeps_have_the_published_thresholds(what, unit):
    assert [each.threshold for each in settings(what, unit=unit)] == THRESHOLDS[what]


@pytest.mark.parametrize("what", ["input-size", "overlap", "subset", "fig3-range", "subsets"])
def test_thresholds_of_the_sweeps_are_those_of_the_simulation(what):
    for each in settings(what, unit="NMU"):
        found = nearly_exact_mse(each.task, each.extrapolation, samples=8_000)
        assert each.threshold == pytest.approx(found, rel=0.05)


def test_ranges_as_published():
    found = [f"{s.interpolation} -> {s.extrapolation}" for s in settings("fig3-range", unit="NMU")]
    assert found == [
        "[-2,-1) -> [-6,-2)",
        "[-2,2) -> [-6,-2)∪[2,6)",
        "[0,1) -> [1,5)",
        "[0.1,0.2) -> [0.2,2)",
        "[1,2) -> [2,6)",
        "[1.1,1.2) -> [1.2,6)",
        "[10,20) -> [20,40)",
    ]


def test_runs_of_the_main_table_are_those_of_the_sweeps():
    for what, parameter in [
        ("fig3-hidden-size", "hidden size 2"),
        ("input-size", "input size 100"),
        ("overlap", "overlap 0.5"),
        ("subset", "subset 0.25"),
        ("ablation", "hidden size 2"),
    ]:
        ours = setting("table2", unit="NMU", task="mul")
        theirs = setting(what, unit="NMU", parameter=parameter)
        assert ours.run(0).key == theirs.run(0).key
