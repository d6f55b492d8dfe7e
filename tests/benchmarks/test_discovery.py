import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from discovery import main
from discovery_competitors._isolated import isolated
from discovery_overview import overview
from discovery_results import COLUMNS, Results, summary
from discovery_tables import read
from tests._processes import started

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "benchmarks" / "discovery.py"


def benchmark(*arguments):
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *map(str, arguments)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def benchmark_here(monkeypatch, capsys):
    """Call the benchmark in this process, which has imported what it needs."""

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["discovery", *map(str, arguments)])
        main()
        return capsys.readouterr().out

    return call


def plus_one(number):
    return {"value": number + 1}


def abort(_):
    os.abort()


def sleep(seconds):
    time.sleep(seconds)
    return {}


def fail(text):
    raise ValueError(text)


@pytest.mark.thorough
def test_preparation_is_not_on_the_clock():
    done = isolated(plus_one, 2, limit=1, prepare=sleep)
    assert done.value == {"value": 3}


@pytest.mark.thorough
def test_an_isolated_call_returns_fails_crashes_or_is_killed():
    assert isolated(plus_one, 1, limit=30).value == {"value": 2}
    failed = isolated(fail, "no such thing", limit=30)
    assert failed.status == "error" and "ValueError: no such thing" in failed.message
    crashed = isolated(abort, 0, limit=30)
    assert crashed.status == "crash" and "-6" in crashed.message
    begin = time.perf_counter()
    assert isolated(sleep, 60, limit=2).status == "timeout"
    assert time.perf_counter() - begin < 20


def tell_and_sleep(file):
    Path(file).write_text(str(os.getpid()))
    time.sleep(60)


@pytest.mark.thorough
def test_an_isolated_call_ends_with_its_caller(tmp_path):
    file = tmp_path / "pid"
    script = (
        "import sys; from discovery_competitors._isolated import isolated; "
        "from tests.benchmarks.test_discovery import tell_and_sleep; "
        "isolated(tell_and_sleep, sys.argv[1], limit=60)"
    )
    path = os.pathsep.join([str(ROOT), str(SCRIPT.parent), os.environ.get("PYTHONPATH", "")])
    with started(
        [sys.executable, "-c", script, str(file)], env=os.environ | {"PYTHONPATH": path}
    ) as caller:
        while not (file.exists() and file.read_text()):
            assert caller.poll() is None
            time.sleep(0.05)
        caller.kill()
    pid, end = int(file.read_text()), time.monotonic() + 20
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the process goes on without its caller")


@pytest.mark.thorough
def test_a_run_is_recorded_resumed_and_summarised(tmp_path):
    file = tmp_path / "results.csv"
    selection = ("run", "--set", "feynman", "--problems", "I.12.1,I.13.12", "--methods", "loglog",
                 "--rows", 100, "--max-time", 5, "--out", file)  # fmt: skip
    assert "2 fits" in benchmark(*selection)
    rows = {row["problem"]: row for row in Results(file).rows}
    assert rows["I.12.1"]["strict"] == rows["I.12.1"]["srbench"] == "True"
    assert rows["I.13.12"]["strict"] == "False" and rows["I.13.12"]["status"] == "ok"
    assert "2 fits" in benchmark(*selection, "--noise", "0,0.1")  # two are there
    assert len(Results(file).rows) == 4
    text = summary(Results(file).rows)
    for noise in ("0", "0.1"):
        assert f"### `feynman`, noise {noise}, 100 rows, 5 s\n" in text
    assert "| A monomial | loglog | 1 | 100 %" in text
    assert "| all | loglog | 2 | 50 %" in text


def sections(text):
    """Split a page into the lines below each heading."""
    return {heading: rest.split("\n") for heading, _, rest in
            (section.partition("\n") for section in text.split("### ")[1:])}  # fmt: skip


def test_the_page_says_what_the_kept_rows_say():
    kept = sorted((ROOT / "benchmarks" / "results").glob("*.csv"))
    page = sections((ROOT / "docs" / "discovery-benchmark-tables.md").read_text(encoding="utf-8"))
    said = summary(row for file in kept for row in Results(file).rows)
    for heading, lines in sections(said).items():
        assert set(lines) <= set(page[heading]), heading
    assert kept


def test_the_overview_says_what_the_tables_say(benchmark_here):
    docs = ROOT / "docs"
    said = benchmark_here("overview", docs / "discovery-benchmark-tables.md")
    assert said in (docs / "discovery-benchmark.md").read_text(encoding="utf-8")


def row(**values):
    blank = dict.fromkeys(COLUMNS, "")
    common = {"set": "feynman", "klass": "A", "method": "m", "noise": "0.0", "seed": "0",
              "rows": "100", "max_time": "60.0", "strict": "False", "srbench": "False"}  # fmt: skip
    return blank | common | values


IN_README = {
    "the 71 Feynman equations": "feynman",
    "the same over two decades": "feynman-wide",
    "60 random laws, development": "random",
}


def test_the_readme_says_what_the_overview_says():
    page = rows((ROOT / "docs" / "discovery-benchmark.md").read_text(encoding="utf-8"))
    measured = {(row[0], row[1]): [row[3], *row[5:7]] for row in page if len(row) == 10}
    name, compared = None, 0
    for label, noise, *shares in rows((ROOT / "README.md").read_text(encoding="utf-8")):
        if label:  # a line without one goes on with the set above
            name = next((IN_README[key] for key in IN_README if label.startswith(key)), None)
        if name is not None:
            found = measured[f"`{name}`", f"{noise.removesuffix(' %')} %"]
            assert [each.split(" of ")[0] for each in found] == shares
            compared += 1
    assert compared == 5


def rows(page):
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_a_fit_without_a_formula_counts_as_failed():
    solved = row(problem="p", strict="True", srbench="True", r2="1.0", seconds="2.0",
                 extrapolation_error="1e-9")  # fmt: skip
    killed = [row(problem=f"q{k}", status="timeout") for k in range(2)]
    line = summary([solved, *killed]).splitlines()[-1]
    assert line == "| A monomial | m | 3 | 33 % [6, 79] | 33 % | 33 % | inf | 60 | – |"


def test_laws_that_are_not_the_law_are_counted():
    said = [("law", "True"), ("law", "False"), ("law", "True"), ("undecided", "True")]
    rows = [
        row(problem=f"q{k}", verdict=verdict, strict=strict)
        for k, (verdict, strict) in enumerate(said)
    ]
    assert summary(rows).splitlines()[-1].endswith("| 3, 1 wrong |")
    assert summary(rows[2:]).splitlines()[-1].endswith("| 1 |")


def test_an_overview_has_a_line_per_set_and_noise():
    rows = [
        row(problem="p", klass=klass, method=method, noise=noise, strict=strict, verdict=verdict)
        for method, klass, noise, strict, verdict in (
            ("nalm", "A", "0.001", "True", "law"),
            ("nalm", "P", "0.001", "False", "undecided"),
            ("operon", "A", "0.001", "True", ""),
            ("nalm", "A", "0.1", "True", "law"),
        )
    ]
    _, _, *lines = overview(read(summary(rows))).splitlines()
    assert lines == [
        "| `feynman` | 0.1 % | 100 | 50 % of 2 | 1 | 100 % of 1 | – | – | – | – |",
        "| `feynman` | 10 % | 100 | 100 % of 1 | 1 | – | – | – | – | – |",
    ]


def test_what_was_found_is_drawn(tmp_path, benchmark_here):
    results = Results(tmp_path / "results.csv")
    for noise, method, strict in [(0.0, "nalm", True), (0.1, "nalm", False), (0.1, "loglog", True)]:
        results.append(row(problem="p", method=method, noise=noise, strict=strict))
    page = tmp_path / "tables.md"
    page.write_text(f"# Tables\n\n{summary(Results(results.path).rows)}\n", encoding="utf-8")
    picture = tmp_path / "picture.svg"
    for source in (results.path, page):
        benchmark_here("plot", source, "--out", picture)
        text = picture.read_text(encoding="utf-8")
        drawn = ("nalm", "loglog", "monomial (1)", "10 %")
        assert all(f"<!-- {each} -->" in text for each in drawn)
        assert "<!-- operon -->" not in text


@pytest.mark.parametrize(
    ("option", "value"), [("--methods", "magic"), ("--set", "feynmann"), ("--set", "feynman,")]
)
def test_an_unknown_name_is_refused(option, value, monkeypatch, capsys):
    options = {"--set": "feynman", "--methods": "loglog", "--out": "never.csv"} | {option: value}
    monkeypatch.setattr(sys, "argv", ["discovery", "run", *sum(options.items(), ())])
    with pytest.raises(SystemExit):
        main()
    assert "not in" in capsys.readouterr().err
