import string

import pytest

from nalm.discovery.advice._hint import _WORDS, Hint, HintKind


@pytest.mark.parametrize("kind", HintKind)
def test_every_kind_has_words_and_what_to_do(kind):
    names = [name for _, name, _, _ in string.Formatter().parse(_WORDS[kind]) if name]
    hint = Hint(
        kind=kind,
        column="a",
        facts={name: "b" for name in names if name not in {"column", "typed"}},
    )
    assert str(hint)[0].isalpha()
    assert str(hint).count(". ") >= 1 or "what" in names


def test_what_is_to_be_typed_is_written_for_a_shell():
    hint = Hint(kind=HintKind.TIME, column="time of day, UTC", facts={"target": "y"})
    assert """--time '"time of day, UTC"' on""" in str(hint)
