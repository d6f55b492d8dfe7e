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
