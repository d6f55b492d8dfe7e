import keyword

from hypothesis import given
from hypothesis import strategies as st

from nalm.symbolic._writing._code._identifiers import identifiers

RESERVED = frozenset({*keyword.kwlist, "x_2"})


@given(st.lists(st.text(max_size=6) | st.sampled_from(["if", "x", "x_2", "λ", "2", "é"])))
def test_names_are_distinct_identifiers_and_not_reserved(names):
    found = identifiers(names, reserved=RESERVED)
    assert len(found) == len(set(found)) == len(names)
    assert all(name.isascii() and name.isidentifier() for name in found)
    assert not RESERVED.intersection(found)


def test_good_names_stay():
    assert identifiers(["a", "b_2", "C"], reserved=RESERVED) == ("a", "b_2", "C")


def test_letters_of_other_alphabets_are_spelt():
    assert identifiers(["ω0", "Müller", "µ"], reserved=()) == ("omega0", "Muller", "mu")


def test_whole_kinds_of_names_can_be_reserved():
    names = ["M_E", "M_E", "M", "sinf", "sing"]
    found = identifiers(names, reserved=(), kinds=r"M_\w*[A-Z]|sin[fl]")
    assert found == ("M_E_", "M_E__2", "M", "sinf_", "sing")
