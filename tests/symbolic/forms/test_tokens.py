import pytest

from nalm.errors import InvalidValueError
from nalm.symbolic._forms._tokens import LONGEST, plain_name, tokens_of


def kinds(text, known=()):
    return [token.kind for token in tokens_of(text, known)][:-1]


def test_signs_of_all_kinds_are_read():
    assert kinds("a·b×c÷d−e") == ["name", "*", "name", "*", "name", "/", "name", "-", "name"]
    assert kinds("x**2") == kinds("x^2") == ["name", "^", "number"]
    assert kinds("x²") == ["name", "^", "number"]
    assert kinds("x⁻¹") == ["name", "^", "-", "number"]


def test_a_name_may_hold_what_would_be_a_power():
    assert kinds("m²", ("m2",)) == ["name"]


def test_names_that_look_alike_are_one():
    assert plain_name("µ") == plain_name("μ")


def test_places_count_from_one():
    assert [token.place for token in tokens_of("ab + 1.5", ())] == [1, 4, 6, 9]


def test_what_has_no_meaning_is_refused_with_its_place():
    with pytest.raises(InvalidValueError, match=r"position 3, found '\$'"):
        tokens_of("a $", ())
    with pytest.raises(InvalidValueError, match="at most"):
        tokens_of("a" * (LONGEST + 1), ())
