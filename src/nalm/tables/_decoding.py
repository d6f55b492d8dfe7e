"""Which text a file holds, whatever its encoding."""

import codecs
import json
import warnings
from pathlib import Path

from nalm.errors import DataError, ReadingWarning

_MARKS = (
    # That of UTF-16 is the beginning of that of UTF-32.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)
_OTHERS = (
    (b"\xd0\xcf\x11\xe0", "an Excel file of before 2007"),
    (b"\x1f\x8b", "a compressed file (gzip)"),
    (b"%PDF", "a PDF"),
    (b"{\\rtf", "a text document (RTF)"),
)


def decode(path: Path) -> str:
    """Read the text of a file.

    Args:
        path: A file in UTF-8, in UTF-16 or UTF-32 with a byte order mark, or in Windows' cp1252.

    Returns:
        Its text, without a byte order mark. Another encoding than UTF-8 is said by a warning.

    Raises:
        DataError: If it cannot be read or is no text.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: expected a file to read, found: {error.strerror}.") from error
    for mark, kind in _OTHERS:
        if raw.startswith(mark):
            raise DataError(f"{path}: expected a table, found {kind}. Save it as .xlsx or CSV.")
    text = _marked(path, raw) or _unmarked(path, raw)
    if "\0" in text:
        raise DataError(f"{path}: expected a table as text, Excel or Parquet, found bytes of 0, "
                        "as in a picture. Save it as CSV (UTF-8) or .xlsx.")  # fmt: skip
    if _is_json(text):
        raise DataError(f"{path}: expected a table, found JSON. Save its numbers as CSV or .xlsx.")
    return text


def _is_json(text: str) -> bool:
    if text.lstrip()[:1] not in ("{", "["):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _marked(path: Path, raw: bytes) -> str:
    encoding = next((name for mark, name in _MARKS if raw.startswith(mark)), None)
    if encoding is None:
        return ""
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise DataError(
            f"{path}: expected a table in {encoding.upper()}, as its first bytes say, found: "
            f"{error.reason} at byte {error.start}. Save it as CSV (UTF-8)."
        ) from error


def _unmarked(path: Path, raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        pass
    # Latin-1 has a character for every byte, and agrees with cp1252 on what people type.
    try:
        text, encoding = raw.decode("cp1252"), "cp1252 (Windows)"
    except UnicodeDecodeError:
        text, encoding = raw.decode("latin-1"), "Latin-1"
    warnings.warn(
        f"read {path.name} as {encoding}, since it is not UTF-8. If names look wrong, save it as "
        "CSV (UTF-8).",
        ReadingWarning,
        stacklevel=2,
    )
    return text
