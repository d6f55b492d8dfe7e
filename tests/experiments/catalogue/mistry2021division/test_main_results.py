"""Figures 3 and 6 have the four models on the nine ranges."""

import pytest

from nalm.experiments.catalogue import entries
from nalm.tasks import DIVISION_RANGES

PAPER = "mistry2021division"


@pytest.mark.parametrize("what", ["fig3", "fig6"])
def test_the_main_figures_have_225_runs_per_model_on_the_nine_ranges(what):
    experiment = entries()[f"{PAPER}/{what}"]
    units = ["Real NPU (baseline)", "Real NPU (modified)", "NRU", "NMRU"]
    assert [setting.unit for setting in experiment.settings] == [u for u in units for _ in range(9)]
    assert experiment.seeds == 25
    pairs = [(setting.interpolation, setting.extrapolation) for setting in experiment.settings]
    assert pairs == list(DIVISION_RANGES) * 4
    assert {setting.threshold for setting in experiment.settings} == {1e-5}
