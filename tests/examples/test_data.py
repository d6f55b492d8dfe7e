"""The tables of `examples/data` are what their README says they are."""

import csv
import itertools
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

DATA = Path(__file__).parents[2] / "examples" / "data"


def columns(name):
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {key: [row[key] for row in rows] for key in rows[0]}


def numbers(name, column):
    return [float(value) for value in columns(name)[column]]


@pytest.mark.parametrize(
    ("name", "names", "rows"),
    [
        ("planets.csv", ["body", "kind", "semi_major_axis_au", "period_years"], 9),
        ("boyle.csv", ["air_spaces", "mercury_in", "printed_pressure_in"], 25),
        ("hudson_bay.csv", ["year", "hare", "lynx"], 21),
        ("boarding_school.csv", ["day", "in_bed"], 14),
        ("thorium.csv", ["hours", "current"], 9),
        ("cyclopropane.csv", ["kelvin", "per_second"], 32),
        ("thermistor.csv", ["celsius", "ohm"], 16),
        ("seismometer.csv", ["seconds", "volts"], 94),
        ("mauna_loa.csv", ["year", "month", "ppm"], 478),
    ],
)
def test_a_table_has_its_columns_and_rows(name, names, rows):
    table = columns(name)
    assert list(table) == names
    assert {len(column) for column in table.values()} == {rows}
    assert all(value for column in table.values() for value in column)


def test_every_table_is_described():
    readme = (DATA / "README.md").read_text("utf-8")
    described = {line.removeprefix("## ") for line in readme.splitlines() if line[:3] == "## "}
    assert described == {path.name for path in DATA.glob("*.csv")}


def test_the_planets_keep_keplers_law_to_a_fifth_of_a_percent():
    axes = numbers("planets.csv", "semi_major_axis_au")
    periods = numbers("planets.csv", "period_years")
    assert sorted(axes) == axes
    for axis, period in zip(axes, periods, strict=True):
        assert period**2 / axis**3 == pytest.approx(1, abs=2e-3)


def test_the_planets_exponent_is_three_halves_within_their_masses_not_within_rounding():
    axis, period = (
        np.log(numbers("planets.csv", name)[:8]) for name in ("semi_major_axis_au", "period_years")
    )
    slope = axis @ period / (axis @ axis)  # T = aᵖ: the Earth fixes the constant
    error = np.sqrt(np.sum((period - slope * axis) ** 2) / 7 / (axis @ axis))
    assert (slope, error) == pytest.approx((1.49983, 0.00005), abs=5e-6)


def test_the_periods_are_the_days_of_the_fact_sheets():
    days = [87.969, 224.701, 365.256, 686.980, 4332.589, 10759.22, 30685.4, 60189, 90560]
    for period, day in zip(numbers("planets.csv", "period_years"), days, strict=True):
        assert period == pytest.approx(day / 365.256, rel=5e-6)


def test_only_pluto_is_not_a_planet():
    table = columns("planets.csv")
    pairs = zip(table["body"], table["kind"], strict=True)
    assert [body for body, kind in pairs if kind != "planet"] == ["Pluto"]


def test_boyles_product_is_nearly_constant():
    spaces, heights = numbers("boyle.csv", "air_spaces"), numbers("boyle.csv", "mercury_in")
    assert sorted(spaces, reverse=True) == spaces
    assert sorted(heights) == heights
    products = [a * (29.125 + b) for a, b in zip(spaces, heights, strict=True)]
    assert min(products) > 1395.9
    assert max(products) < 1415.3
    assert sum(products) / len(products) == pytest.approx(1407.6, abs=0.1)


def test_boyles_inches_are_sixteenths():
    for column in ("mercury_in", "printed_pressure_in"):
        assert all(Fraction(value) * 16 % 1 == 0 for value in columns("boyle.csv")[column])


def test_boyles_own_sums_are_wrong_in_three_rows_only():
    wrong = {
        int(spaces): Fraction(printed) - Fraction(height) - Fraction(29) - Fraction(2, 16)
        for spaces, height, printed in zip(*columns("boyle.csv").values(), strict=True)
    }
    assert {spaces: error for spaces, error in wrong.items() if error} == {
        36: Fraction(1, 16),
        17: Fraction(-1, 16),
        16: Fraction(10, 16),
    }


def test_the_pelts_add_up_and_the_lynx_follow_the_hares():
    hare, lynx = numbers("hudson_bay.csv", "hare"), numbers("hudson_bay.csv", "lynx")
    assert numbers("hudson_bay.csv", "year") == list(range(1900, 1921))
    assert (sum(hare), sum(lynx)) == pytest.approx((715.7, 423.5))

    def peaks(pelts):
        triples = enumerate(zip(pelts, pelts[1:], pelts[2:], strict=False), start=1901)
        return [year for year, (a, b, c) in triples if a < b > c and b > 50]

    assert (peaks(hare), peaks(lynx)) == ([1903, 1913], [1904, 1915])


def test_the_epidemic_has_one_peak_and_agrees_with_the_other_reading_of_the_graph():
    days, in_bed = numbers("boarding_school.csv", "day"), numbers("boarding_school.csv", "in_bed")
    assert days == list(range(14))
    assert (sum(in_bed), max(in_bed), in_bed.index(max(in_bed))) == (1559, 298, 5)
    rises = [b > a for a, b in itertools.pairwise(in_bed)]
    assert rises == sorted(rises, reverse=True)
    other = [1, 6, 26, 73, 222, 293, 258, 236, 191, 124, 69, 26, 11, 4]
    assert max(abs(a - b) for a, b in zip(in_bed, other, strict=True)) <= 5


def test_thoriums_current_falls_to_half_in_ten_and_a_half_hours():
    hours, current = numbers("thorium.csv", "hours"), numbers("thorium.csv", "current")
    assert sorted(hours) == hours
    assert sorted(current, reverse=True) == current
    rate, _ = np.polyfit(hours, np.log(current), 1)
    assert np.log(0.5) / rate == pytest.approx(10.48, abs=0.01)


def test_cyclopropanes_rates_below_1100_kelvin_have_the_usual_activation_energy():
    kelvin = np.array(numbers("cyclopropane.csv", "kelvin"))
    rates = np.array(numbers("cyclopropane.csv", "per_second"))
    assert (np.diff(kelvin) >= 0).all()
    cool = kelvin < 1100
    slope, _ = np.polyfit(1 / kelvin[cool], np.log(rates[cool]), 1)
    assert (cool.sum(), -slope * 8.314e-3) == (15, pytest.approx(266, abs=0.5))


def test_nists_constants_leave_its_sum_of_squares_of_the_thermistor():
    celsius, ohm = (np.array(numbers("thermistor.csv", name)) for name in ("celsius", "ohm"))
    certified = 5.6096364710e-3 * np.exp(6.1813463463e3 / (celsius + 3.4522363462e2))
    assert np.square(ohm - certified).sum() == pytest.approx(87.945855171, rel=1e-8)


def test_the_seismometers_swings_shrink():
    seconds, volts = (np.array(numbers("seismometer.csv", name)) for name in ("seconds", "volts"))
    assert np.allclose(np.diff(seconds), 0.5)
    assert (seconds[0], seconds[-1]) == (8, 54.5)
    largest = [np.abs(volts[i : i + 9]).max() for i in range(0, 72, 9)]  # of half a swing each
    assert sorted(largest, reverse=True) == largest


def test_mauna_loa_misses_two_months_of_forty_years():
    year, month = (
        np.array(numbers("mauna_loa.csv", name)).astype(int) for name in ("year", "month")
    )
    every = set(itertools.product(range(1975, 2015), range(1, 13)))
    assert every - set(zip(year.tolist(), month.tolist(), strict=True)) == {(1975, 12), (1984, 4)}
    assert (np.diff(12 * year + month) > 0).all()
    ppm = np.array(numbers("mauna_loa.csv", "ppm"))
    assert ppm.sum() == pytest.approx(173133.98)
    means = [ppm[year == each].mean() for each in range(1975, 2015)]
    assert (np.diff(means) > 0).all()
