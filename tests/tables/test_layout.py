import pytest

from nalm.tables._layout import find_layout


@pytest.mark.parametrize(
    ("text", "separator", "names", "data"),
    [
        ("a,b\n1,2.5\n", ",", ("a", "b"), "1,2.5\n"),
        ("a;b;c\n1,5;2,5;3,5\n", ";", ("a", "b", "c"), "1,5;2,5;3,5\n"),
        ("x y\n1,5 2,5\n", " ", ("x", "y"), "1,5 2,5\n"),
        ("mass of it\n1\n2\n", ",", ("mass of it",), "1\n2\n"),
        ('"v0\n(m/s)",x\n1,2\n', ",", ("v0\n(m/s)", "x"), "1,2\n"),
        ('pipe 5" wide,y\n1,2\n2,3\n', ",", ('pipe 5" wide', "y"), "1,2\n2,3\n"),
        ("a b\nx 1 2\ny 3 4\n", " ", ("", "a", "b"), "x 1 2\ny 3 4\n"),
        ("1,2\n3,4\n", ",", (), "1,2\n3,4\n"),
        ("a,b\n1,2,3\n4,5,6\n", ",", ("a", "b"), "1,2,3\n4,5,6\n"),
        ("a,b\n1,2,\n4,5,\n", ",", ("a", "b", ""), "1,2,\n4,5,\n"),
        ("x,y\n1,2 ± 0.1\n2,4 ± 0.1\n", ",", ("x", "y"), "1,2 ± 0.1\n2,4 ± 0.1\n"),
    ],
)
def test_separator_names_and_data_are_found(text, separator, names, data):
    found = find_layout(text)
    assert (found.separator, found.names, text[found.start :]) == (separator, names, data)


def test_a_comment_may_hold_the_names():
    found = find_layout("# by numpy\n# t x\n0 1\n1 2\n")
    assert (found.names, found.commented) == (("t", "x"), True)


@pytest.mark.parametrize("separator", [",", "\t", " "])
def test_wide_tables_are_laid_out_as_narrow_ones(separator):
    lines = [separator.join(f"{form}{k}" for k in range(3000)) for form in ("n", "1.", "2.")]
    found = find_layout("\n".join(lines))
    assert (found.separator, found.width, found.start) == (separator, 3000, len(lines[0]) + 1)


@pytest.mark.parametrize("above", ["# comment\n", "// comment\n", "\n", "key: value\n"])
def test_a_table_may_begin_far_below(above):
    text = above * 450 + "x,y\n1,2\n3,4\n"
    found = find_layout(text if ":" not in above else text[len(above) * 150 :])
    assert (found.names, found.separator, found.width) == (("x", "y"), ",", 2)


def test_nothing_has_no_layout():
    assert find_layout("") is None
    assert find_layout("# only a comment\n\n") is None
