import string

import pytest

from nalm.discovery.advice._hint import _WORDS, Hint, HintKind


@pytest.mark.parametrize("kind", HintKind)
def test_every_kind_has_words_and_what_to_do(kind):
    names = [name for _, name, _, _ in string.Formatter().parse(_WORDS[kind]) if name]
    hint = Hint(kind=kind, column="a", facts={name: "b" for name in names if name != "column"})
    assert str(hint)[0].isalpha()
    assert str(hint).count(". ") >= 1 or "what" in names
