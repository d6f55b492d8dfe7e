import warnings

import pytest

from nalm.cli._discovery._notes import notes
from nalm.errors import InputWarning, InvalidValueError, UnfinishedWarning


def test_warnings_of_this_package_become_lines(capsys):
    with notes():
        warnings.warn("a column was left out", InputWarning, stacklevel=1)
    assert capsys.readouterr().err == "Note: a column was left out\n"


def test_they_are_told_before_an_error(capsys):
    with pytest.raises(ValueError, match="no numbers"), notes():
        warnings.warn("skipped the first row", InputWarning, stacklevel=1)
        raise ValueError("no numbers")
    assert capsys.readouterr().err == "Note: skipped the first row\n"


def test_words_of_python_become_options(capsys):
    with pytest.raises(InvalidValueError, match=r"^--group must be given$"), notes():
        warnings.warn("Give more `max_time`.", UnfinishedWarning, stacklevel=1)
        raise InvalidValueError("`groups` must be given")
    assert capsys.readouterr().err == "Note: Give more --max-time.\n"
