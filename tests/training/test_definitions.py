"""Which statements give a name of a file its meaning, and what they need."""

import ast

import pytest

from nalm.training._definitions import definitions, needs, normal


def defined(text):
    found = definitions(text)
    return {name: [ast.unparse(each) for each in found[name]] for name in found if name}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(): pass", {"f"}),
        ("class A:\n    x = 1", {"A"}),
        ("a = b = 1", {"a", "b"}),
        ("a, (b, *c) = 1, (2, 3)", {"a", "b", "c"}),
        ("a: int = 1", {"a"}),
        ("import torch.nn, numpy as np", {"torch", "np"}),
        ("from torch import nn, Tensor as T", {"nn", "T"}),
        ("if x:\n    def f(): pass\nelse:\n    f = None", {"f"}),
        ("try:\n    import fast as f\nexcept ImportError:\n    f = None", {"f"}),
        ("A.forward = g", {"A"}),
        ("TABLE[0] = 1", {"TABLE"}),
        ("f(1)", set()),
        ("no Python at all", set()),
    ],
)
def test_names_are_defined(text, expected):
    assert set(defined(text)) == expected


def test_a_name_has_all_statements_that_give_it_a_meaning_and_only_its_own_import():
    text = "from torch import nn, Tensor\nx = 1\nx += 1\nx.y = 2"
    assert defined(text)["x"] == ["x = 1", "x += 1", "x.y = 2"]
    assert defined(text)["nn"] == ["from torch import nn"]
    assert [ast.unparse(each) for each in definitions("f(1)\ng(2)")[""]] == ["f(1)", "g(2)"]


def test_needed_names_are_those_of_the_module_and_not_local_ones():
    text = """
@decorate
class Mine(Base, metaclass=Meta):
    size = WIDTH

    def forward(self, x, scale=SCALE):
        y = [helper(each) for each in x]
        return super().forward(y).relu() * scale
"""
    (statement,) = ast.parse(text).body
    expected = {"decorate", "Base", "Meta", "WIDTH", "SCALE", "helper", "super", "__name__"}
    assert set(needs(statement)) == expected


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("def f(x):\n    return x + 1", "def f( x ):\n    # why\n    return (x+1)", True),
        ("def f(x):\n    return x", 'def f(x):\n    """Return x."""\n    return x', True),
        ("def f(x): pass", 'def f(x):\n    """Nothing."""', True),
        ("class A:\n    x = 1", 'class A:\n    """A."""\n\n    x = 1', True),
        ("class A:\n    def f(s): return 1", "class A:\n    def f(s): return 2", False),
        ("x = 'text'", "x = 'other'", False),
        ("def f(x): ...", "def f(y): ...", False),
    ],
)
def test_comments_docstrings_and_layout_do_not_count(one, other, same):
    written = [normal(ast.parse(text).body[0]) for text in (one, other)]
    assert (written[0] == written[1]) == same


def test_writing_a_statement_leaves_it_as_it_is():
    (statement,) = ast.parse('def f():\n    """Text."""').body
    normal(statement)
    assert ast.get_docstring(statement) == "Text."
