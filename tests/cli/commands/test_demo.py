from dataclasses import replace
from functools import partial

import pytest

from nalm import SPU
from nalm.cli._commands import _demo
from nalm.cli._laboratory import _catalogue
from nalm.cli._progress._cost import estimate_seconds
from nalm.discovery.strategy import _outputs
from tests.cli.examples import nalm, small_experiment
from tests.discovery._discoveries import plane_search


@pytest.fixture(autouse=True)
def instant(monkeypatch, catalogue):
    monkeypatch.setattr(_outputs, "search", plane_search)
    small = small_experiment()
    own = [replace(e, unit="SPU", network=partial(SPU, 2, 1)) for e in small.settings]
    catalogue[_demo.BESIDE] = replace(small, name=_demo.BESIDE, settings=tuple(own[:2]))


def test_the_demo_trains_prints_and_draws(tmp_path):
    outcome = nalm("demo", "--seeds", "1", "--output", "figures", "--no-compile")
    assert outcome.code == 0
    for text in (
        "8 runs to train",
        "SPU",
        "NMRU",
        "NRU",
        "Real NPU (modified)",
        "all ranges",
        "paper",
        "Kepler",
        "decay",
    ):
        assert text in outcome.out
    assert "Wrote figures/mistry2021division-fig3.png" in outcome.err
    assert (tmp_path / "figures" / "mistry2021division-fig3.png").exists()
    assert "All 8 runs" in nalm("demo", "--seeds", "1", "--no-compile").out


def test_a_trial_is_one_of_every_unit_and_says_so():
    outcome = nalm("demo", "--quick")
    assert outcome.code == 0
    for text in ("8 runs to train", "trial", "Kepler", "decay"):
        assert text in outcome.out
    assert "All 8 runs" in nalm("demo", "--quick").out
    trial = _demo.choose_experiment(None, None, quick=True)
    assert [setting.unit for setting in trial.settings] == list(_demo.UNITS)
    assert trial.trial
    assert _demo.choose_experiment(None, 3, quick=True).seeds == 3


def test_time_decides_the_seeds():
    two = estimate_seconds(_demo.choose_experiment(None, 2))
    assert _demo.choose_experiment(None, None).seeds == _demo.DEMO_SEEDS
    assert _demo.choose_experiment(1.001 * two / 60, None).seeds == 2
    assert _demo.choose_experiment(1e-9, None).seeds == 1
    assert _demo.choose_experiment(1e-9, 7).seeds == 7


def test_units_are_in_the_order_of_the_demo():
    units = [setting.unit for setting in _demo.choose_experiment(None, 1).settings]
    assert list(dict.fromkeys(units)) == list(_demo.UNITS)


def test_a_catalogue_without_the_experiment_is_an_error(monkeypatch):
    monkeypatch.setattr(_catalogue, "load_entries", dict)
    assert nalm("demo").code == 2


@pytest.mark.parametrize("words", [("--minutes", "0"), ("--seeds", "-1")])
def test_misuse_has_code_2(words):
    assert nalm("demo", *words).code == 2
