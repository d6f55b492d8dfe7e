import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.reports.published._names import ALL_RANGES, file_stem, place, range_key, unit_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Real NPU (baseline)", "RealNPU baseline"),
        ("Real NPU (ε = 0)", "Real NPU (epsilon=0)"),
        ("NAC•,σ", "NAC* sigma"),
        ("NMRU", "nmru"),
    ],
)
def test_spellings_of_one_unit_are_equal(one, other):
    assert unit_key(one) == unit_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("NAC+", "NAC•"), ("NRU", "NMRU"), ("Real NPU (baseline)", "Real NPU (modified)")],
)
def test_different_units_stay_different(one, other):
    assert unit_key(one) != unit_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("[1,2]", "[1, 2)"),
        ("[0,1e-8)", "[0,1e-08)"),
        ("[-0.20,-.1)", "[-0.2,-0.1)"),
        ("[-6,-2]U[2,6]", "[-6,-2)∪[2,6)"),
        ("[[-6,-2],[2,6]]", "[-6,-2)∪[2,6)"),
        ("ALL", "all"),
    ],
)
def test_spellings_of_one_range_are_equal(one, other):
    assert range_key(one) == range_key(other)


def test_a_product_of_ranges_is_not_their_union():
    assert range_key("[-2,-1) × [1,2)") != range_key("[-2,-1)∪[1,2)")


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_ranges_with_different_ends_differ(low, high):
    other = high + 1.0 + abs(high) * 1e-3
    assert range_key(f"[{low},{high})") != range_key(f"[{low},{other})")


@given(st.text())
def test_any_text_has_a_key_and_a_file_name(text):
    assert isinstance(unit_key(text), str)
    assert isinstance(range_key(text), str)
    assert "/" not in file_stem(text)


def test_a_place_is_written_from_the_labels_that_matter():
    record = {"interpolation": "[1,2)", "parameter": "", "metric": "mse"}
    assert place(record, columns=("interpolation", "parameter")) == "[1,2)"
    assert place(record, columns=("metric", "interpolation")) == "mse [1,2)"
    assert place({"interpolation": ALL_RANGES}, columns=("interpolation",)) == "all ranges"
