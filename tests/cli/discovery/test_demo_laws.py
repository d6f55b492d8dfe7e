import time
from importlib.resources import files
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from nalm.cli._discovery._demo_laws import LAWS, discover_law
from nalm.discovery.strategy import _outputs
from tests.cli.laws import log_log_line

KEPLER, DECAY = LAWS
DATA = files("nalm.discovery") / "data"
PLANETS = DATA / "planets.csv"
EXAMPLES = Path(__file__).parents[3] / "examples" / "data"
EXAMPLE = EXAMPLES / "planets.csv"


def test_the_equation_its_verdict_and_its_time_are_printed(monkeypatch, capsys):
    monkeypatch.setattr(_outputs, "search", log_log_line)
    discover_law(KEPLER)
    out = capsys.readouterr().out
    for part in (
        "8 planets",
        "period_years = ",
        "semi_major_axis_au^1.",
        "A law",
        "Found in 0.1 s",
    ):
        assert part in out


def test_the_planets_obey_the_law():
    planets = pd.read_csv(str(PLANETS))
    assert np.allclose(planets["period_years"], planets["semi_major_axis_au"] ** 1.5, rtol=1e-3)


@pytest.mark.skipif(not EXAMPLE.exists(), reason="an installed package has no examples")
def test_the_planets_are_those_of_the_example():
    example = pd.read_csv(EXAMPLE)
    planets = example[example["kind"] == "planet"].drop(columns="kind")
    pd.testing.assert_frame_equal(planets.reset_index(drop=True), pd.read_csv(str(PLANETS)))


def test_the_law_is_found_in_half_a_minute(capsys):
    begin = time.monotonic()
    discover_law(KEPLER)
    assert time.monotonic() - begin < 30.0
    assert "semi_major_axis_au^(3/2)" in capsys.readouterr().out


@pytest.mark.skipif(not EXAMPLE.exists(), reason="an installed package has no examples")
def test_the_readings_are_those_of_the_example():
    assert (DATA / "thorium.csv").read_bytes() == (EXAMPLES / "thorium.csv").read_bytes()


@pytest.mark.thorough
def test_the_decay_is_found(capsys):
    discover_law(DECAY)
    out = capsys.readouterr().out
    assert "9 readings" in out
    assert "exp(-0.067" in out
    assert "Undecided" in out
