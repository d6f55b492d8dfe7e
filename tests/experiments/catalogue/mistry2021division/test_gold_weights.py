import pytest

from nalm.experiments.catalogue import entries

# divBy0_test_errors.csv of the authors' repository: task → upper → NRU, NMRU, Real NPU, eps = 0.
PUBLISHED = {
    "easy": {
        1e-8: ("1.02e5", "1.01e5", "1.80e20", "3.74e7"),
        1e-6: ("6.05e1", "6.06e1", "1.78e16", "7.06e3"),
        1e-4: ("8.7e-4", "3.7e-3", "1.15e12", "3.02e-1"),
        1e-2: ("2.4e-7", "2.4e-7", "4.91e5", "1.4e-5"),
        1.0: ("4.6e-11", "4.5e-11", "5.6e-3", "9.3e-10"),
    },
    "medium": {
        1e-8: ("1.78e5", "1.78e5", "1.81e20", "2.58e7"),
        1e-6: ("3.60e1", "3.60e1", "1.80e16", "8.43e3"),
        1e-4: ("8.1e-4", "2.8e-3", "1.31e12", "1.84e-1"),
        1e-2: ("5.7e-8", "5.7e-8", "1.12e6", "1.3e-5"),
        1.0: ("3.4e-11", "3.4e-11", "1.345e-2", "1.1e-9"),
    },
    "hard": {
        1e-8: ("9.4e-12", "3.98e3", "3.97e3", "1.7e-9"),
        1e-6: ("3.2e-11", "2.60e1", "3.93e3", "1.1e-9"),
        1e-4: ("9.5e-12", "3.27e-2", "2.53e3", "1.6e-9"),
        1e-2: ("2.1e-11", "4.4e-7", "8.69", "3.3e-10"),
        1.0: ("2.2e-11", "1.8e-11", "9.8e-4", "3.6e-10"),
    },
}
UNITS = ("NRU", "NMRU", "Real NPU", "Real NPU (eps = 0)")


@pytest.fixture(scope="module")
def table():
    return entries()["mistry2021division/fig5"].compute()


def test_the_table_has_every_point_once(table):
    assert list(table.columns) == ["task", "unit", "upper", "mse"]
    assert len(table) == 3 * 4 * 9
    assert not table.duplicated(["task", "unit", "upper"]).any()
    assert sorted(table["upper"].unique()) == [float(f"1e-{k}") for k in range(8, -1, -1)]


@pytest.mark.parametrize("task", PUBLISHED)
@pytest.mark.parametrize("unit", UNITS)
def test_errors_are_the_published_ones(table, task, unit):
    rows = table[(table["task"] == task) & (table["unit"] == unit)].set_index("upper")
    for upper, numbers in PUBLISHED[task].items():
        text = numbers[UNITS.index(unit)]
        found, published = rows.loc[upper, "mse"], float(text)
        if unit == "Real NPU (eps = 0)":  # rounding of exp and log alone: differs by library
            assert published / 3 < found < published * 3
        else:
            digits = len(text.split("e")[0].replace(".", ""))
            assert found == pytest.approx(published, rel=0.6 * 10 ** (1 - digits))
