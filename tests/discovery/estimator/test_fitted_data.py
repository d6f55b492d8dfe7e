from nalm.discovery.estimator._fitted_data import renumbered, units_as_written
from tests.discovery._discoveries import constant, discovery


def test_rows_are_counted_among_those_that_were_kept():
    found = discovery(constant(1.0), inner_rows=(0, 2, 5), outer_rows=(6, 7))
    own = renumbered(found, [0, 2, 4, 5, 7])
    assert (own.inner_rows, own.outer_rows) == ((0, 1, 3), (4,))
    assert renumbered(found, range(8)) == found


def test_units_are_found_by_name_or_number_as_they_were_written():
    units = units_as_written(
        {"m": "kg", 1: "m s^-1"}, {"E": "J", 1: "N s"}, names=["m", "v"], targets=["E", "p"]
    )
    assert units == {"m": "kg", "v": "m s^-1", "E": "J", "p": "N s"}
    assert units_as_written(None, None, names=["m"], targets=["E"]) == {}
    assert units_as_written({0: "s"}, "1", names=["t"], targets=["a", "b"])["b"] == "1"
