"""The paper's success rates by length, each of ten seeds."""

import numpy as np
import pytest

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._madsen2020._digit_rates import PRODUCT_RATES, SUM_RATES

RATES = {"product": PRODUCT_RATES, "sum": SUM_RATES}


@pytest.mark.parametrize("name", RATES)
def test_there_is_one_rate_of_ten_runs_for_every_length_of_the_experiment(name):
    experiment = entries()[f"madsen2020/sequential-{name}"]
    (measure,) = experiment.measurements
    assert experiment.seeds == 10
    for unit, rates in RATES[name].items():
        assert len(rates) == len(measure.lengths), unit
        np.testing.assert_array_equal(np.array(rates) * 10, np.round(np.array(rates) * 10))
        assert 0 <= min(rates) <= max(rates) <= 1


@pytest.mark.parametrize(("name", "lacking"), [("product", {"NAC•,NMU"}), ("sum", set())])
def test_every_unit_but_the_reference_is_published(name, lacking):
    experiment = entries()[f"madsen2020/sequential-{name}"]
    units = {setting.unit for setting in experiment.settings}
    assert units - set(RATES[name]) == {"Reference", *lacking}
    assert set(RATES[name]) <= units


def test_a_regularised_input_helps_the_sum_and_the_gated_unit_learns_neither():
    means = {unit: np.mean(rates) for unit, rates in SUM_RATES.items()}
    order = ["NAU, R_z", "NAC+, R_z", "NAU", "NAC+", "NALU"]
    assert sorted(order, key=means.get, reverse=True) == order
    assert means["NALU"] == 0
    assert not any(PRODUCT_RATES["NALU"])
