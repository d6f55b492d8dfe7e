"""Every example runs as its page says, in the time that it is given."""

import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import nalm

ROOT = Path(__file__).parents[2]
ALL = sorted((ROOT / "examples").glob("*.py"))
SCRIPTS = [path for path in ALL if path.stem != "own_experiment"]  # tested with the command line
QUICKER = ("relativity", "kepler", "thorium")  # the others take a minute
PAGES = ROOT / "docs" / "examples"
QUOTED = ("kepler", "boyle", "thorium", "arrhenius", "seismometer", "mauna_loa")


def run(script, *arguments, folder):
    """Run an example in an empty folder, without a window."""
    command = [sys.executable, str(ROOT / "examples" / script), *arguments]
    environment = {**os.environ, "MPLBACKEND": "agg", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def marked(script):
    tier = pytest.mark.thorough if script.stem in QUICKER else pytest.mark.slow
    return pytest.param(script.name, id=script.stem, marks=tier)


@pytest.mark.parametrize("script", [marked(script) for script in SCRIPTS])
def test_an_example_prints_a_verdict_and_writes_only_the_plot_that_it_is_asked_for(
    script, tmp_path
):
    printed = run(script, "--max-time", "1", "--plot", "plot.png", folder=tmp_path)
    assert any(verdict in printed for verdict in ("LAW", "APPROXIMATION", "UNDECIDED"))
    assert [path.name for path in tmp_path.iterdir()] == ["plot.png"]
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.thorough
def test_without_being_asked_an_example_writes_nothing(tmp_path):
    run("kepler.py", "--max-time", "1", folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_every_example_is_in_the_overview():
    overview = (PAGES / "README.md").read_text("utf-8")
    assert all(f"../../examples/{script.name}" in overview for script in ALL)
    assert all(f"({page.name})" in overview for page in PAGES.glob("*.md") if page.stem != "README")


@pytest.mark.slow
@pytest.mark.parametrize("name", QUOTED)
def test_what_a_page_quotes_is_printed(name, tmp_path):
    blocks = re.findall(r"(?:^    .+\n)+", (PAGES / f"{name}.md").read_text("utf-8"), re.MULTILINE)
    printed = " ".join(run(f"{name}.py", "--max-time", "300", folder=tmp_path).split())
    assert blocks
    for block in blocks:
        assert " ".join(block.split()) in printed


@pytest.mark.slow
def test_kepler_finds_the_law_and_pluto(tmp_path):
    printed = run("kepler.py", folder=tmp_path)
    chosen = next(line for line in printed.splitlines() if line.startswith("period_years = "))
    exponent = Fraction(re.search(r"semi_major_axis_au\^\(?([\d./]+)", chosen)[1])
    assert float(exponent) == pytest.approx(1.5, abs=1e-3)
    pluto = next(line for line in printed.splitlines() if line.startswith("Pluto"))
    predicted, measured = (float(word) for word in pluto.split() if word[0].isdigit())
    assert predicted == pytest.approx(measured, rel=2e-3)


@pytest.mark.thorough
def test_the_half_life_of_thorium_is_within_two_standard_errors_of_todays():
    table = pd.read_csv(ROOT / "examples" / "data" / "thorium.csv")
    model = nalm.SymbolicRegressor(random_state=0).fit(table[["hours"]], table["current"])
    assert f"    {model.equation_}\n" in (PAGES / "thorium.md").read_text("utf-8")
    chosen = model.equations_.query("pick != ''").iloc[0]
    (_, rate), (_, error) = chosen["constants"], chosen["stderr"]
    assert rate == pytest.approx(-np.log(2) / 10.6, abs=2 * error)


@pytest.mark.slow
def test_the_season_of_mauna_loa_is_a_year(tmp_path):
    printed = run("mauna_loa.py", "--max-time", "300", folder=tmp_path)
    chosen = next(line for line in printed.splitlines() if line.startswith("ppm = "))
    assert "sin(2*pi*years" in chosen


@pytest.mark.slow
def test_what_is_outside_the_class_is_not_called_a_law(tmp_path):
    printed = run("outside_the_class.py", "--max-time", "1", folder=tmp_path)
    verdicts = re.findall(r"^  (LAW|APPROXIMATION|UNDECIDED): ", printed, re.MULTILINE)
    assert len(verdicts) == 9
    assert "LAW" not in verdicts


@pytest.mark.thorough
def test_boyles_tube_holds_the_atmosphere_as_the_pages_say():
    table = pd.read_csv(ROOT / "examples" / "data" / "boyle.csv")
    model = nalm.SymbolicRegressor(random_state=0).fit(table[["air_spaces"]], table["mercury_in"])
    found = model.equation_.removeprefix("mercury_in = ")
    assert f"`{model.equation_}`" in (ROOT / "README.md").read_text("utf-8")
    assert f"**{found}**" in (PAGES / "boyle.md").read_text("utf-8")
    chosen = model.equations_.query("pick != ''").iloc[0]
    barometer, (_, weight), (_, error) = 29.125, chosen["constants"], chosen["stderr"]
    assert weight == pytest.approx(-barometer, abs=2 * error)
