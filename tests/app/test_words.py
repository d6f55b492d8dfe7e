import re
from pathlib import Path

import pytest

import nalm
from nalm.app._words import _SENTENCES, KINDS, LABELS, NOISES, UNITS, in_words_of_the_page
from nalm.discovery import ReasonKind
from nalm.discovery.advice._hint import _WORDS
from nalm.discovery.result._wording import number_names, sentence

REASONS = [
    sentence(kind, dict.fromkeys(number_names(kind) | {"rival"}, 0.25))
    for kind in ReasonKind
    if kind is not ReasonKind.TEXT
]
# Literals that stand below each other are one text.
WRITTEN = "\n".join(
    re.sub(r'(?<!\\)"\s*\n\s*f?"|\\', "", path.read_text())
    for part in ("discovery", "inquiry", "symbolic")
    for path in (Path(nalm.__file__).parent / part).rglob("*.py")
)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Add --drop-missing.", "Add “Leave out incomplete rows”."),
        ("Give --max-time 5", "Give “Seconds to search at most” 5"),
        ("There is no --such-option", "There is no --such-option"),
        (
            "Give more `max_time`, or fit again with `warm_start`.",
            "Give more “Seconds to search at most”.",
        ),
        (
            "Let the search use sin and cos (functions=, --functions), and leave t the only input.",
            "Let the search use sin and cos under “Functions”, and leave t the only input.",
        ),
        (
            "search dy/dt: --time 'time of x' on the command line, DynamicsRegressor in Python.",
            "search dy/dt: choose “Equations of motion: dx/dt = f(x)” above, and that column under "
            "“Time”.",
        ),
        (
            "If it names groups, say so: --group id on the command line, `groups` in Python.",
            "If it names groups, say so: choose it under “Group”.",
        ),
        ("The other is number 0 of `equations_`.", "The other is row 1 of the table of all ca.*"),
        ('Fit with noise="relative".', "Fit with “Noise” “grows with what is measured”."),
        (
            '`noise="relative"` needs positive states; use noise="constant"',
            "“Noise” “grows with what is measured” needs positive states; use “Noise” “equal "
            "everywhere”",
        ),
        (
            '`noise` must be "auto" or "constant", found "loud"',
            '“Noise” must be “found out” or “equal everywhere”, found "loud"',
        ),
        ("Give other `functions` or `random_state`", "Give other “Functions” or “Seed”"),
        (
            "differ, search a formula with nalm discover and --group ab, or give the rows.",
            "differ, choose “A formula: y = f(x)” above, and that column under “Group”, or give "
            "the rows.",
        ),
        ("With --units auto they agree", "With “Units” “As the file says” they agree"),
        ("or give a file: --units units.toml", "or give a file: “Units” “Typed here”"),
        (
            "found erf. Register an exporter of your own with `nalm.symbolic.register_exporter`.",
            "found erf.",
        ),
        ("/desk/1/a.csv: expected a table", "a.csv: expected a table"),
    ],
)
def test_options_become_fields_and_paths_names(message, said):
    found = in_words_of_the_page(message, folder=Path("/desk/1"))
    assert found == said or re.fullmatch(said, found)


def test_labels_differ():
    assert len(set(LABELS.values())) == len(LABELS)


@pytest.mark.parametrize("text", [*REASONS, *_WORDS.values()])
def test_no_verdict_and_no_hint_speaks_python_on_the_page(text):
    said = in_words_of_the_page(text)
    assert not re.search(r'`|Regressor|\w=[,")]|="|--[a-z]|Python|command line', said)


@pytest.mark.parametrize("pattern", [*_SENTENCES])
def test_every_sentence_that_is_changed_is_said_somewhere(pattern):
    # What is filled in stands there in braces.
    loose = pattern.replace(r"(\d+)", r"\S+").replace(r"\S.*", ".*").replace(r"[\w.]+", ".*")
    assert re.search(loose, WRITTEN)


def test_choices_have_labels_of_their_own():
    for labels in (KINDS, NOISES, UNITS):
        assert len(set(labels.values())) == len(labels)
