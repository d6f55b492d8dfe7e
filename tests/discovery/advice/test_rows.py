import shlex
from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery.advice._hint import HintKind
from nalm.discovery.advice._rows import few_rows, narrow, no_replicates, outlier, time
from tests.discovery._discoveries import power_law
from tests.discovery.advice._tables import noisy, seen

X = np.linspace(1.0, 9.0, 40)
LINE = power_law(3.0, {0: 1.0})


def test_a_row_that_is_far_off_is_named():
    y = noisy(3 * X, 0.02)
    y[16] *= 70
    hint = outlier(seen(X, y, LINE, target="mass"))
    assert hint.kind is HintKind.OUTLIER
    assert f"Row 17 of the 40 in use (mass = {y[16]:.6g})" in str(hint)


def test_a_row_of_a_file_is_named_as_the_file_counts():
    y = noisy(3 * X, 0.02)
    y[16] *= 70
    view = replace(seen(X, y, LINE, target="mass"), place=lambda row: f"Line {row + 5}")
    assert str(outlier(view)).startswith("Line 21 (mass = ")


def test_a_few_rows_that_are_far_off_are_named():
    y = noisy(3 * X, 0.02)
    y[[30, 16]] *= 70
    hint = outlier(seen(X, y, LINE, target="mass"))
    named = f"Row 17 (mass = {y[16]:.6g}) and row 31 (mass = {y[30]:.6g}) of the 40 in use lie at "
    assert str(hint).startswith(named)
    assert str(hint).endswith("Check these measurements, or leave the rows out.")
    assert hint.facts["row"] == "17, 31"
    y[5] = -500.0
    view = replace(seen(X, y, LINE), place=lambda row: f"Line {row + 5}")
    said = str(outlier(view))
    assert said.startswith("Line 10 (y = -500), line 21 (y = ")
    assert " and line 35 (y = " in said


@pytest.mark.parametrize("rows", [23, 40])
def test_more_rows_than_a_few_are_another_curve(rows):
    x = X[:rows]
    y = noisy(3 * x, 0.02)
    y[[3, 8, 12] if rows == 23 else [3, 8, 12, 30]] *= 70
    assert outlier(seen(x, y, LINE)) is None


def test_it_is_seen_although_the_pick_bent_itself_towards_it():
    y = noisy(3 * X, 0.02)
    y[39] = 500.0
    bent = power_law(1e-6, {0: 9.1})
    assert outlier(seen(X, y, LINE, bent)).facts["row"] == "40"


@pytest.mark.parametrize("seed", range(5))
def test_noise_and_wide_tails_are_no_outlier(seed):
    random = np.random.default_rng(seed)
    assert outlier(seen(X, 3 * X + random.standard_normal(40), LINE)) is None
    assert outlier(seen(X, 3 * X + 0.1 * random.standard_t(2, 40), LINE)) is None
    assert outlier(seen(X, 3 * X, LINE)) is None  # nothing is left at all


@pytest.mark.parametrize(
    "name", ["t", "time", "t_s", "Time (s)", "year", "Day", "t [ms]", "time of x's"]
)
def test_a_column_that_is_called_like_time_is_named(name):
    hint = time(seen(X, X, names=[name], target="counts"))
    assert hint.kind is HintKind.TIME
    assert f"--time {shlex.quote(name)}" in str(hint)
    assert "dcounts/dt" in str(hint)


@pytest.mark.parametrize(
    "name",
    ["x", "T", "S", "h", "s", "min", "tension", "temperature", "mass", "x0", "distance", "start"],
)
def test_other_columns_are_no_time(name):
    assert time(seen(X, X, names=[name])) is None


def test_times_that_come_again_are_no_series():
    assert time(seen(np.repeat(X, 2), np.repeat(X, 2), names=["t"])) is None
    assert time(seen([1, 2, 3], [1, 2, 3], names=["t"])) is None


def test_the_narrowest_range_is_named():
    table = np.column_stack([X, np.linspace(290, 310, 40), np.linspace(-1.5, -1.0, 40)])
    hint = narrow(seen(table, X, names=["p", "T", "q"]))
    assert hint.kind is HintKind.NARROW
    assert str(hint).startswith("T goes from 290 to 310 only, a factor of 1.07.")
    assert "take T - 290 for the input" in str(hint)


@pytest.mark.parametrize("column", [X, X - 1, X - 5, np.full(40, 3.0)])
def test_wide_ranges_are_not(column):
    assert narrow(seen(column, X)) is None


def test_what_was_not_repeated_is_said_where_there_is_noise():
    assert no_replicates(seen(X, noisy(X))).kind is HintKind.NO_REPLICATES
    assert no_replicates(seen(np.repeat(X, 2), np.repeat(X, 2))) is None
    exact = seen(X, X)
    object.__setattr__(exact.chosen, "r2", 1.0)
    assert no_replicates(exact) is None


def test_few_rows_are_said():
    assert few_rows(seen(X[:29], X[:29])).facts["rows"] == "29"
    assert few_rows(seen(X, X)) is None
