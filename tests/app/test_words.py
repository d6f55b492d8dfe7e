from pathlib import Path

import pytest

from nalm.app._words import LABELS, in_words_of_the_page


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
        ("/desk/1/a.csv: expected a table", "a.csv: expected a table"),
    ],
)
def test_options_become_fields_and_paths_names(message, said):
    assert in_words_of_the_page(message, folder=Path("/desk/1")) == said


def test_labels_differ():
    assert len(set(LABELS.values())) == len(LABELS)
