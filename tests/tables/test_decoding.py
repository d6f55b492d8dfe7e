import warnings

import pytest

from nalm.errors import DataError, ReadingWarning
from nalm.tables._decoding import decode

TEXT = "Länge,µ\n1,2\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_is_read_without_a_word(tmp_path, encoding):
    path = tmp_path / "data.csv"
    path.write_bytes(TEXT.encode(encoding))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert decode(path) == TEXT


@pytest.mark.parametrize(("extra", "name"), [(b"", "cp1252"), (b"\x81", "Latin-1")])
def test_other_encodings_are_said(tmp_path, extra, name):
    path = tmp_path / "data.csv"
    path.write_bytes(TEXT.encode("cp1252") + extra)
    with pytest.warns(ReadingWarning, match=rf"read data\.csv as {name}.*CSV \(UTF-8\)"):
        assert decode(path).startswith(TEXT)


@pytest.mark.parametrize("raw", [b"a\0b", b"\xff\xfea", b"%PDF-1.4", b"\xd0\xcf\x11\xe0"])
def test_what_is_no_text_says_how_to_save_it(tmp_path, raw):
    path = tmp_path / "data.csv"
    path.write_bytes(raw)
    with pytest.raises(DataError, match=r"data\.csv: .*Save it as"):
        decode(path)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(DataError, match="expected a file to read"):
        decode(tmp_path / "gone.csv")


@pytest.mark.parametrize("text", ['{"a": [1, 2]}', '[\n  {"a": 1},\n  {"a": 2}\n]\n'])
def test_json_is_no_table(tmp_path, text):
    path = tmp_path / "model.json"
    path.write_text(text)
    with pytest.raises(DataError, match="found JSON"):
        decode(path)


def test_a_header_in_brackets_is_a_table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("[S],[P]\n1,2\n")
    assert decode(path) == "[S],[P]\n1,2\n"
