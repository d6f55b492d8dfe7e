import subprocess
import sys
from pathlib import Path

import pytest

from nalm.discovery.dynamics.regressor import _regressor
from nalm.discovery.strategy import _outputs
from nalm.errors import InputWarning, InvalidValueError, ReadingWarning, UnknownNameError
from nalm.inquiry._request import Effort, Request
from nalm.inquiry._search import discover, discover_each
from tests.cli.laws import SERIES, TABLE, Rates, log_log_line


@pytest.fixture(autouse=True)
def instant(monkeypatch):
    monkeypatch.setattr(_outputs, "search", log_log_line)
    monkeypatch.setattr(_regressor, "DynamicsRegressor", Rates)
    Path("data.csv").write_text(TABLE)
    Path("series.csv").write_text(SERIES)


def test_a_target_asks_for_a_law_and_a_time_for_rates():
    law = discover(Request(data=Path("data.csv"), target="y"), Effort(), quiet=True)
    rates = discover(
        Request(data=Path("series.csv"), time="t", trajectory="run"), Effort(), quiet=True
    )
    assert [each.left for each in law.findings] == ["y"]
    assert [each.left for each in rates.findings] == ["dx/dt", "dz/dt"]


def test_units_are_checked_against_the_table():
    Path("units.csv").write_text("c,m\n")
    request = Request(data=Path("data.csv"), target="y", units=Path("units.csv"))
    with pytest.raises(UnknownNameError, match="no column 'c'"):
        discover(request, Effort(), quiet=True)


def test_what_a_model_keeps_of_its_table_is_known():
    Path("units.csv").write_text(TABLE.replace("a,b,y", "a (m),b [s],y / m s^2"))
    with pytest.warns(ReadingWarning, match="the header says units"):
        law = discover(Request(data=Path("units.csv"), target="y"), Effort(), quiet=True)
    assert law.table.units == {"a": "m", "b": "s", "y": "m s^2"}
    Path("dates.csv").write_text(
        "day,x (m)\n" + "".join(f"2020-01-0{day},{day}\n" for day in range(1, 9))
    )
    with pytest.warns(ReadingWarning, match="seconds since 2020-01-01"):
        rates = discover(Request(data=Path("dates.csv"), time="day"), Effort(), quiet=True)
    assert rates.table.units == {"x": "m"}
    assert (rates.table.time, rates.table.first) == ("day", "2020-01-01")


@pytest.mark.parametrize("quiet", [True, False])
def test_progress_is_shown_unless_quiet_is_wanted(quiet):
    request = Request(data=Path("data.csv"), target="y")
    assert discover(request, Effort(), quiet=quiet).estimator.verbose == (not quiet)


def test_a_wrong_name_is_said_before_anything_heavy_is_loaded():
    script = (
        "import sys\nfrom nalm.cli import main\n"
        "try:\n    main(['discover', 'data.csv', '--target', 'nothing'])\n"
        "except SystemExit as end:\n    print(end.code, *sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    code, *modules = ended.stdout.split()
    assert (code, "no column 'nothing'" in ended.stderr) == ("2", True)
    assert not {"torch", "scipy", "sklearn", "sympy", "matplotlib", "pandas", "numpy"} & set(
        modules
    )


def test_headers_as_written_and_their_units_reach_the_search():
    Path("units.csv").write_text(TABLE.replace("a,b,y", "a (m),b [s],y / m s^2"))
    request = Request(data=Path("units.csv"), target="y / m s^2", units="auto")
    [finding] = discover(request, Effort(), quiet=True).findings
    assert (finding.target, finding.inputs) == ("y", ("a", "b"))
    assert finding.units == {"a": "m", "b": "s", "y": "m s^2"}


def test_constraints_are_of_a_table_without_time():
    effort = Effort(constraints=("x > 0",))
    with pytest.raises(InvalidValueError, match="--constraint: expected a table without --time"):
        discover(Request(data=Path("series.csv"), time="t"), effort, quiet=True)


@pytest.mark.thorough
def test_each_worker_searches_a_table_of_its_own_and_its_warnings_are_told():
    for name, factor in (("one.csv", 2), ("two.csv", 3)):  # other processes search as always
        rows = [f"{a},7,{factor * a**2}" for a in range(1, 30)]
        Path(name).write_text("\n".join(["a,same,y", *rows]))
    requests = [Request(data=Path(name).resolve(), target="y") for name in ("one.csv", "two.csv")]
    with pytest.warns(InputWarning, match="same"):
        found = list(discover_each(requests, Effort(workers=2), quiet=True))
    assert [each.name for each in found] == ["one.csv", "two.csv"]
    assert [each.estimator.equation_ for each in found] == ["y = 2*a^2", "y = 3*a^2"]
