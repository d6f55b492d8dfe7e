import time
from dataclasses import replace
from pathlib import Path

import pytest

from nalm.cli._laboratory._laboratory import Laboratory
from nalm.errors import InvalidValueError
from nalm.reports.html import Absence, Chapter
from nalm.results import Store
from tests.cli.examples import CURVE, NAME, fill, nalm, small_catalogue, small_experiment


@pytest.fixture
def full():
    fill("nalm.db", small_experiment())


def slow():
    started = time.monotonic()
    while time.monotonic() - started < 5:
        pass


def wrong():
    raise InvalidValueError("no such figure")


def show(entry, **options):
    with Store("nalm.db") as store:
        return Laboratory(store=Path("nalm.db"), **options).show(entry, store, stored=store.keys())


def test_one_page_of_everything_in_the_current_folder(full, tmp_path):
    outcome = nalm("report", "all")
    assert (outcome.code, outcome.out) == (0, "")
    assert "Wrote report.html" in outcome.err
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    for part in (NAME, CURVE, "16 of 16", "Laboratory of neural arithmetic"):
        assert part in text
    assert nalm("report", "all", "--format", "HTML", "--output", "-").out == text


def test_what_has_no_runs_is_listed_with_the_command_that_trains_it():
    absence = show(small_experiment())
    assert absence.reason == "not trained yet"
    assert absence.command == f"nalm run {NAME}"


def test_what_has_some_runs_is_shown():
    fill("nalm.db", small_experiment(), runs=1)
    chapter = show(small_experiment())
    assert isinstance(chapter, Chapter)
    assert (chapter.stored, chapter.expected) == (1, 16)
    assert chapter.command == f"nalm run {NAME}"


def test_a_figure_that_takes_too_long_or_fails_leaves_the_others():
    curve = small_catalogue()[CURVE]
    late, failed = (
        show(replace(curve, compute=slow), seconds=0.1),
        show(replace(curve, compute=wrong)),
    )
    assert isinstance(late, Absence)
    assert late.reason.startswith("takes more than")
    assert late.command == f"nalm report {CURVE}"
    assert failed.reason == "no such figure"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--format", "csv"), "expected html, found 'csv'"),
        (("--output", "r.png"), "expected html, found '.png'"),
        (("--seeds", "2"), "Leave --seeds and --where away"),
        (("--where", "unit=NRU"), "Leave --seeds and --where away"),
    ],
)
def test_misuse_has_code_2(full, words, message):
    outcome = nalm("report", "all", *words)
    assert outcome.code == 2
    assert message in outcome.err


def test_a_store_that_is_not_there_has_code_1(tmp_path):
    outcome = nalm("report", "all", "--store", "none.db")
    assert outcome.code == 1
    assert "none.db does not exist" in outcome.err
    assert list(tmp_path.iterdir()) == []
