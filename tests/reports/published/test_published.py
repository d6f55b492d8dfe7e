import math
import re

import pytest

from nalm.experiments import Experiment
from nalm.experiments.catalogue import entries
from nalm.reports import published_number, published_papers, read_published
from nalm.reports.interface._frames import records
from nalm.reports.published import _published
from nalm.reports.published._names import range_key, unit_key
from nalm.reports.published._published import _half_unit

HOW_READ = {"text", "table", "figure", "digitised", "published"}
RANGES = [
    *("[-20,-10)", "[-2,-1)", "[-1.2,-1.1)", "[-0.2,-0.1)"),
    *("[0.1,0.2)", "[1,2)", "[1.1,1.2)", "[10,20)"),
]


def number(what, unit, interval, metric="success_rate", task="div"):
    name = f"mistry2021division/{what}"
    found = published_number(name, metric, unit=unit, task=task, interpolation=interval)
    return found.value if found else None


def test_figure_3_without_redundancy():
    for interval in RANGES:
        assert number("fig3", "Real NPU (modified)", interval) == 1.0
    assert number("fig3", "Real NPU (modified)", "[-2,2)") == 0.64
    for unit in ("NRU", "NMRU"):
        assert {number("fig3", unit, interval) for interval in [*RANGES, "[-2,2)"]} == {1.0}
    assert number("fig3", "Real NPU (baseline)", "[1,2)") == 1.0
    assert number("fig3", "Real NPU (baseline)", "[10,20)") is None


@pytest.mark.parametrize(("variant", "original"), _published.VARIANTS.items())
def test_a_variant_has_the_numbers_of_its_original(variant, original):
    assert {variant, original} <= entries().keys()
    row = next(
        row
        for row in records(read_published(original.split("/")[0]))
        if row["experiment"] == original
    )
    names = {name: row[name] for name in ("unit", "task", "interpolation", "parameter")}
    assert published_number(variant, row["metric"], **names).value == row["value"]


def test_figure_6_with_redundancy():
    assert number("fig6", "Real NPU (baseline)", "all") == 0.702
    assert number("fig6", "Real NPU (modified)", "all") == 0.853
    assert number("fig6", "NMRU", "all") == 0.916
    assert [number("fig6", "NRU", interval) for interval in RANGES] == [0.0] * 4 + [None] * 4
    assert number("fig6", "NRU", "[-2,2)") == 0.0


@pytest.mark.parametrize(
    ("task", "unit", "upper", "value"),
    [
        ("easy", "NRU", "1e-8", 1.02e5),
        ("medium", "Real NPU", "1e-2", 1.12e6),
        ("hard", "NMRU", "1e-08", 3.98e3),
        ("hard", "Real NPU (eps=0)", "1", 3.6e-10),
    ],
)
def test_figure_5_gold_errors(task, unit, upper, value):
    assert number("fig5", unit, f"[0,{upper})", metric="mse", task=task) == value


@pytest.mark.parametrize("paper", published_papers())
def test_every_number_is_complete_and_unique(paper):
    rows = records(read_published(paper))
    assert rows
    for row in rows:
        assert row["experiment"].split("/")[0] == paper
        assert math.isfinite(row["value"])
        assert re.split(r"[: ]", row["how_read"])[0] in HOW_READ
        assert row["source"]
        if row["metric"] == "success_rate":
            assert 0 <= row["value"] <= 1
            assert not row["low"] > row["value"]
            assert not row["high"] < row["value"]
    keys = {
        (
            r["experiment"],
            r["metric"],
            unit_key(r["unit"]),
            r["task"],
            range_key(r["interpolation"]),
            r["parameter"],
        )
        for r in rows
    }
    assert len(keys) == len(rows)


def test_every_rate_of_the_division_paper_has_its_setting_in_the_catalogue():
    catalogue = entries()
    for row in records(read_published("mistry2021division")):
        if row["metric"] != "success_rate":
            continue
        entry = catalogue[row["experiment"]]
        assert isinstance(entry, Experiment)
        labels = [s.labels() for s in entry.settings if unit_key(s.unit) == unit_key(row["unit"])]
        assert row["task"] in {each["task"] for each in labels}
        ranges = {"all", *(range_key(each["interpolation"]) for each in labels)}
        assert range_key(row["interpolation"]) in ranges


@pytest.mark.parametrize("what", ["product", "sum"])
def test_the_digit_views_show_the_published_rates(what):
    name = f"madsen2020/sequential-{what}"
    shown = entries()[f"{name}-lengths"].compute([])
    units = shown["unit"].str.removesuffix(" (paper)")
    parameters = "length " + shown["length"].astype(str)
    rates = zip(units, parameters, shown["success_rate"], strict=True)
    published = [
        (row["unit"], row["parameter"], row["value"])
        for row in records(read_published("madsen2020"))
        if row["experiment"] == name
    ]
    assert sorted(rates) == sorted(published)


def test_a_paper_without_numbers_has_none():
    assert len(read_published("nobody1900")) == 0
    names = {"unit": "NMU", "task": "mul", "interpolation": "[1,2)"}
    assert published_number("nobody1900/fig1", "success_rate", **names) is None


@pytest.mark.parametrize(
    ("text", "half"),
    [("4.6e-11", 0.05e-11), ("0.183", 5e-4), ("1.00", 5e-3), ("0.00087", 5e-6), ("3000000.0", 5e3)],
)
def test_a_number_is_as_exact_as_it_is_printed(text, half):
    assert _half_unit(text) == pytest.approx(half)


def test_a_number_of_a_single_run_says_so():
    counts = {
        paper: [row["runs"] for row in read_published(paper).to_dict("records")]
        for paper in published_papers()
    }
    assert counts["heim2020draft"].count(1) == 32
    for paper, runs in counts.items():
        hows = [row["how_read"] for row in read_published(paper).to_dict("records")]
        assert [each == 1 for each in runs] == ["one run" in how for how in hows], paper


def test_a_file_may_leave_the_parameter_out(monkeypatch, tmp_path):
    header = "experiment,unit,task,interpolation,metric,value,low,high,source,how_read"
    tmp_path.joinpath("pp1900.csv").write_text(
        f"{header},parameter\npp1900/w,NMU,mul,all,success_rate,0.5,,,Table 1,table\n"
        "pp1900/w,NMU,mul,all,success_rate,0.7,,,Table 1,table,hidden size 3\n"
    )
    tmp_path.joinpath("qq1900.csv").write_text(
        f"{header}\nqq1900/w,NMU,mul,all,success_rate,0.5,,,Table 1,table\n"
    )
    monkeypatch.setattr(_published, "files", lambda _: tmp_path)
    names = {"unit": "NMU", "task": "mul", "interpolation": "all"}
    assert published_number("pp1900/w", "success_rate", **names).value == 0.5
    swept = published_number("pp1900/w", "success_rate", **names, parameter="Hidden size 3")
    assert swept.value == 0.7
    assert published_number("pp1900/w", "success_rate", **names, parameter="hidden size 4") is None
    assert published_number("qq1900/w", "success_rate", **names).value == 0.5
