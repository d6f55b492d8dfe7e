import pytest

from nalm.errors import InvalidValueError
from nalm.reports.formats import FORMATS, find_format, format_of_path


def test_every_format_is_found_by_name_and_suffix():
    for name, each in FORMATS.items():
        assert find_format(name.upper()) is each
        assert format_of_path(f"folder.x/out{each.suffix.upper()}") is each


def test_unknown_names_get_the_list():
    with pytest.raises(InvalidValueError, match=r"one of terminal, csv, .*found 'excel'"):
        find_format("excel")
    with pytest.raises(InvalidValueError, match=r"\.txt, \.csv.*found 'out\.xls'"):
        format_of_path("out.xls")
