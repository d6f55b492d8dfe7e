from nalm.discovery import ReasonKind


def test_what_a_file_holds_says_which_kind_it_is():
    assert {kind.value for kind in ReasonKind} == {kind.name.lower() for kind in ReasonKind}
