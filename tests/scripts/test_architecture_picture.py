"""The picture of the architecture is drawn from the imports as they are."""

import re
from pathlib import Path

import pytest
from architecture_picture import imports_within, picture, purpose, reduced, rows_of

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "architecture.svg"


def package(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_the_committed_picture_shows_the_present_imports():
    again = "python scripts/architecture_picture.py > docs/architecture.svg"
    assert PICTURE.read_text("utf-8") == picture(), f"imports have changed: {again}"


def test_every_package_and_every_folder_of_discovery_has_a_box():
    drawn = re.findall(r'class="name"[^>]*>([^<]+)<', PICTURE.read_text("utf-8"))
    source = ROOT / "src" / "nalm"
    folders = {each.parent.name for each in source.glob("*/__init__.py")}
    folders |= {each.parent.name for each in (source / "discovery").glob("*/__init__.py")}
    assert folders <= set(drawn)
    assert len(drawn) == len(set(drawn))


def test_the_picture_has_a_light_and_a_dark_form():
    text = PICTURE.read_text("utf-8")
    light, _, dark = text.partition("prefers-color-scheme: dark")
    for name in ("page", "box", "opened", "arrow", "head", "name", "caption"):
        assert f".{name} {{" in light
        assert f".{name} {{" in dark


def test_imports_are_read_from_modules_folders_and_functions(tmp_path):
    folder = package(
        tmp_path,
        {
            "__init__.py": "from toy.high import x",
            "low.py": "import math",
            "middle/__init__.py": "",
            "middle/_one.py": "def f():\n    from toy.low import y",
            "high.py": "import toy.middle._one\nfrom toy import low",
        },
    )
    found = imports_within(folder, "toy")
    assert found == {"low": set(), "middle": {"low"}, "high": {"middle", "low"}}


def test_a_box_stands_above_all_that_it_imports():
    graph = {"low": set(), "other": set(), "middle": {"low"}, "high": {"middle", "low"}}
    assert rows_of(graph) == [["low", "other"], ["middle"], ["high"]]
    with pytest.raises(ValueError, match="circle"):
        rows_of({"one": {"two"}, "two": {"one"}})


def test_an_arrow_that_a_longer_way_implies_is_left_out():
    graph = {"low": set(), "middle": {"low"}, "high": {"middle", "low"}}
    assert reduced(graph) == {"low": set(), "middle": {"low"}, "high": {"middle"}}


@pytest.mark.parametrize(
    ("docstring", "caption"),
    [
        (
            "Units: layers whose weights are arithmetic.\n\nMore.",
            "Layers whose weights are arithmetic",
        ),
        ("The command line: ``nalm list`` and ``run``.", "The command line"),
        ("Which formulas are proposed?\n\nMore.", "Which formulas are proposed?"),
    ],
)
def test_a_caption_is_what_the_docstring_says_first(docstring, caption, tmp_path):
    path = tmp_path / "toy.py"
    path.write_text(f'"""{docstring}"""')
    assert purpose(path) == caption
