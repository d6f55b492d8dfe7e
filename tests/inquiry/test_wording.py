import re
from pathlib import Path

import pytest

import nalm
from nalm.cli import main
from nalm.inquiry._wording import _SENTENCES, OPTIONS, as_typed

SOURCES = [path.read_text() for path in (Path(nalm.__file__).parent / "discovery").rglob("*.py")]
# Literals that stand below each other are one text.
WRITTEN = "\n".join(re.sub(r'"\s*\n\s*f?"', "", each) for each in SOURCES)


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("Give more `max_time`, or fit again with `warm_start`.", "Give more --max-time."),
        ("They are those of the slopes. Fit again with warm_start=True.",
         "They are those of the slopes. Give more --max-time."),
        ("`groups` must be among 'a'; found 'c'. Add it with `fit_group`.",
         "--group must be among 'a'; found 'c'. Fit again with rows of it, or add it with "
         "`fit_group` in Python."),
        ("`target_units` must follow from `units`; found J",
         "--units: the unit of the target must follow from those of the inputs; found J"),
        ("carry units with `dimensional_constants=True`.",
         "carry units with --dimensional-constants."),
        ("If it names groups, say so: --group 'a b' on the command line, `groups` in Python.",
         "If it names groups, say so: --group 'a b'."),
        ("X must have a column that changes; leave `groups` out",
         "the inputs must have a column that changes; leave --group out"),
        ("and `predict` does not know them: the time was up. Give more `max_time`, or add them "
         "with `fit_group`.",
         "and predictions do not know them: the time was up. Give more --max-time."),
        ("column 'max_time' of `law.json`", "column 'max_time' of `law.json`"),
    ],
)  # fmt: skip
def test_words_of_python_become_options(said, typed):
    assert as_typed(said) == typed


def test_every_option_is_one_of_a_command():
    commands = [main.commands[name] for name in ("discover", "fit", "predict")]
    known = {name for command in commands for each in command.params for name in each.opts}
    assert {each for each in OPTIONS.values() if each.startswith("--")} <= known


@pytest.mark.parametrize("pattern", _SENTENCES)
def test_every_sentence_that_is_changed_is_said_somewhere(pattern):
    assert re.search(pattern, WRITTEN)
