import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.groups._labels import check_groups, looks_like_label, warn_of_labels
from nalm.errors import InputWarning, InvalidValueError

RANDOM = np.random.default_rng(0)


@given(st.lists(st.one_of(st.text(), st.integers(-5, 5)), min_size=1))
def test_codes_point_at_names(labels):
    found = check_groups(labels, len(labels))
    assert [found.names[code] for code in found.codes] == labels


@pytest.mark.parametrize("kind", [list, np.array, pd.Series, pd.Categorical])
def test_groups_come_as_any_column(kind):
    assert check_groups(kind(["b", "a", "b"]), 3).names == ("b", "a")
    assert check_groups(np.array([3, 1, 3]), 3).names == (3, 1)


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        (["a"], "one name for each of the 3 rows"),
        ("abc", "one name for each of the 3 rows"),
        ([["a"], ["b"], ["c"]], "one name for each"),
        (["a", None, "b"], "none in row 1"),
        ([1.0, 2.0, float("inf")], "finite numbers"),
        ([(1,), (2,), (3,)], "must hold"),
    ],
)
def test_what_names_no_groups_is_refused(groups, message):
    with pytest.raises(InvalidValueError, match=message):
        check_groups(groups, 3)


def table(label, sizes):
    """Return rows of y = size of the label * load."""
    load = np.tile(RANDOM.uniform(1, 2, len(label) // len(sizes)), len(sizes))
    return np.column_stack([label, load]), np.array([sizes[k] for k in label]) * load


@pytest.mark.parametrize(
    ("sizes", "is_label"),
    [
        ({1: 0.1, 2: 0.045, 3: 0.021}, True),  # few numbers show no order
        ({0: 3.0, 1: 9.0, 2: 4.0, 3: 1.0, 4: 8.0, 5: 2.0}, True),
        ({k: float(k) for k in range(1, 8)}, False),  # they rise
        ({k: 1.0 / k for k in range(1, 8)}, False),  # they fall
        ({10: 3.0, 20: 9.0, 30: 4.0}, False),  # steps of a quantity
        ({0: 3.0, 1: 9.0}, False),  # two numbers are always in order
        ({-1: 3.0, 0: 9.0, 1: 4.0}, False),
        ({101: 1.0, 102: 5.0, 103: 2.0, 104: 9.0}, True),
        ({201: 1.0, 202: 5.0, 203: 2.0}, True),
        ({7: 3.0, 8: 9.0, 9: 4.0, 10: 1.0, 11: 8.0, 12: 2.0}, True),
        ({1001: 1.0, 1002: 2.0, 1003: 3.0, 1004: 4.0}, False),  # they rise
        ({101: 5.0, 102: 5.0, 103: 5.0, 104: 5.0}, False),  # y does not see them
        ({20: 1.0, 21: 4.0, 22: 9.0, 23: 6.0, 24: 2.0}, False),  # an optimum, as of a temperature
        ({2: 1.0, 3: 4.0, 4: 2.0}, False),  # and of a count
        ({k: [3.0, 9.0, 4.0, 1.0, 8.0][k % 5] for k in range(2001, 2009)}, False),  # years
        ({300: 3.0, 310: 9.0, 320: 4.0, 330: 8.0}, False),
    ],
)
def test_whole_numbers_without_an_order_in_y_are_labels(sizes, is_label):
    x, y = table(np.repeat(list(sizes), 10), sizes)
    assert looks_like_label(x, y, column=0) is is_label
    assert not looks_like_label(x, y, column=1)


def test_a_label_is_named_in_a_warning():
    x, y = table(np.repeat([1, 2, 3], 10), {1: 0.1, 2: 0.04, 3: 0.2})
    with pytest.warns(
        InputWarning, match=r"column 'sample' may be a label.*1 to 3, too few.*--group"
    ):
        warn_of_labels(x, y, names=["sample", "load"])


def test_numbers_of_batches_from_101_on_are_named():
    temperature = np.tile(np.linspace(280.0, 360.0, 15), 4)
    batch = np.repeat([101.0, 102.0, 103.0, 104.0], 15)
    y = np.repeat([1.0, 5.0, 2.0, 9.0], 15) * np.exp(-2000 / temperature) * 1e4
    with pytest.warns(InputWarning, match=r"whole numbers 101 to 104, without order in y"):
        warn_of_labels(np.column_stack([temperature, batch]), y, names=["T", "batch"])


@pytest.mark.parametrize("seed", range(20))
def test_levels_that_y_does_not_see_are_no_labels(seed):
    random = np.random.default_rng(seed)
    x = np.column_stack([np.repeat(np.arange(20.0, 30.0), 6), random.uniform(1, 2, 60)])
    y = x[:, 1] * (1 + 0.05 * random.normal(size=60))
    assert not looks_like_label(x, y, column=0)


@pytest.mark.parametrize(
    ("name", "typed"),
    [("weird, name", "'\"weird, name\"'"), ("`touch x`", "'`touch x`'"), ("a b", "'a b'")],
)
def test_the_option_for_it_is_written_for_a_shell(name, typed):
    x, y = table(np.repeat([1, 2, 3], 10), {1: 0.1, 2: 0.04, 3: 0.2})
    with pytest.warns(InputWarning, match=re.escape(f"--group {typed}")):
        warn_of_labels(x, y, names=[name, "load"])


def test_the_only_column_is_no_label():
    x = np.repeat([1.0, 2.0, 3.0], 20)[:, None]
    assert not looks_like_label(x, 3 * x[:, 0], column=0)
