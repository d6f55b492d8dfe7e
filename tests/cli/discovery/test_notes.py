import warnings

from nalm.cli._discovery._notes import notes
from nalm.errors import InputWarning


def test_warnings_of_this_package_become_lines(capsys):
    with notes():
        warnings.warn("a column was left out", InputWarning, stacklevel=1)
    assert capsys.readouterr().err == "Note: a column was left out\n"
