"""Files as nobody should have them, drawn from a seed: damaged tables, units and models."""

import copy
import json

import numpy as np

NAMES = ("a", "b", "y")
ODD = (
    *(
        "",
        " ",
        "nan",
        "NaN",
        "inf",
        "-inf",
        "1e999",
        "-1e308",
        "5e-324",
        "9" * 400,
        "0x1F",
        "1_000",
    ),
    *(
        "?",
        "-",
        "n/a",
        "<0.5",
        ">1e9",
        "#DIV/0!",
        "None",
        "true",
        "1,234",
        "1.234,5",
        "1 234",
        "7 %",
    ),
    *(
        "2020-01-01",
        "2020-13-99",
        "12:30",
        "99:99:99",
        "5 kg",
        "$3",
        "±",
        "1e5e5",
        "..",
        ",",
        "1;2",
    ),
    *(
        '"',
        '"a',
        "'",
        "a\tb",
        "\r",
        "\x00",
        "\ufeff",
        "é",
        "\u2028",
        "x" * 3000,
        "=1+1",
        "[",
        "(m",
        ")",
    ),
)
VALUES = (
    *(
        None,
        True,
        -1,
        0,
        3,
        10**30,
        1.5,
        -1e308,
        "",
        "x",
        "1/0",
        "9/7",
        "inf",
        "nan",
        "law",
        [],
        {},
    ),
    *([1], [[1]], {"a": 1}, [None], "\x00", "7" * 5000),
)


def table_text(r):
    """Return a good table in some way of writing."""
    rows = int(r.choice([0, 1, 2, 3, 8, 12, 30]))
    a, b = r.uniform(1, 5, (2, rows)).round(3)
    columns = [a, b, (2 * a * b**2).round(4)]
    separator = str(r.choice([",", ";", "\t", "|", " "]))
    decimal = "," if separator in ";\t" and r.random() < 0.5 else "."
    lines = ["# a comment", "A title"] if r.random() < 0.15 else []
    lines.append(separator.join(("a (m)", "b [s]", "y") if separator != " " else NAMES))
    lines += [separator.join(("m", "s", "kg"))] if r.random() < 0.15 else []
    lines += [
        separator.join(f"{v}".replace(".", decimal) for v in row)
        for row in zip(*columns, strict=True)
    ]
    return str(r.choice(["\n", "\r\n", "\r"])).join(lines) + "\n"


def changed_text(r, text):
    """Put odd cells, lines and orders into a text."""
    lines = text.splitlines() or [""]
    for _ in range(int(r.integers(0, 5))):
        k = int(r.integers(len(lines)))
        action = r.integers(0, 6)
        if action == 0:
            lines[k] = _odd(r)
        elif action == 1:
            lines.insert(k, lines[int(r.integers(len(lines)))])
        elif action == 2:
            del lines[k]
        else:
            cells = lines[k].replace(";", ",").split(",") if action == 3 else list(lines[k])
            if cells:
                cells[int(r.integers(len(cells)))] = _odd(r)
            lines[k] = ("," if action == 3 else "").join(cells)
        lines = lines or [""]
    return "\n".join(lines)


def changed_bytes(r, raw):
    """Cut, repeat and change bytes."""
    data = bytearray(raw)
    for _ in range(int(r.integers(0, 4))):
        k = int(r.integers(len(data) + 1))
        action = r.integers(0, 5)
        if action == 0:
            del data[k:]
        elif action == 1:
            data[k:k] = bytes(r.integers(0, 256, int(r.integers(1, 9)), dtype=np.uint8))
        elif action == 2:
            del data[k : k + int(r.integers(1, 40))]
        elif action == 3:
            data[k:k] = data[: int(r.integers(0, 60))]
        elif k < len(data):
            data[k] = int(r.integers(256))
    return bytes(data)


def encoded(r, text):
    """Write a text in some encoding."""
    name = str(r.choice(["utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"]))
    return text.encode(name, errors="replace")


def changed_document(r, document):
    """Put odd values somewhere into what JSON holds."""
    document = copy.deepcopy(document)
    for _ in range(int(r.integers(1, 4))):
        part, key = _place(r, document)
        if part is None:
            return VALUES[int(r.integers(len(VALUES)))]
        action = r.integers(0, 5)
        if action == 0 and isinstance(part, dict):
            del part[key]
        elif action == 1:
            part[key] = [part[key]]
        elif action == 2:
            part[key] = _nested(r)
        else:
            part[key] = VALUES[int(r.integers(len(VALUES)))]
    return document


def document_text(r, document):
    """Write JSON, at times with numbers that JSON does not have or without its end."""
    text = json.dumps(document)
    if r.random() < 0.1:
        text = text.replace("1", "1" * int(r.integers(1, 500)), 1)
    if r.random() < 0.1:
        text = "[" * 100_000 + text
    return changed_text(r, text) if r.random() < 0.1 else text


def _odd(r):
    return ODD[int(r.integers(len(ODD)))]


def _nested(r):
    value = None
    for _ in range(int(r.choice([2, 20, 300]))):
        value = [value] if r.random() < 0.5 else {"terms": value}
    return value


def _place(r, document):
    """Walk down to a random value; return what holds it, and its key."""
    part, key, value = None, None, document
    while isinstance(value, dict | list) and value and (part is None or r.random() < 0.8):
        part = value
        keys = list(part) if isinstance(part, dict) else range(len(part))
        key = list(keys)[int(r.integers(len(keys)))]
        value = part[key]
    return part, key
