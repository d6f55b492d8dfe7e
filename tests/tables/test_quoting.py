import shlex

import pytest

from nalm.cli._discovery._reading_options import column_names
from nalm.tables._quoting import as_cell, quoted


@pytest.mark.parametrize(
    "names", [["a"], ["a b", "[S] / mM"], ["mass, dry", 'a "b"'], ["it's", "$x", "*"]]
)
def test_quoted_names_come_back_through_shell_and_option(names):
    [word] = shlex.split(quoted(names))
    assert column_names(word) == tuple(names)


def test_only_names_that_need_it_are_put_in_quotes():
    assert (as_cell("a b"), as_cell("a,b")) == ("a b", '"a,b"')
