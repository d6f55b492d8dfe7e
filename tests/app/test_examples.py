from pathlib import Path

import pytest

from nalm.app import _examples
from nalm.app._examples import EXAMPLES, Example, example_path
from nalm.app._preview import read_preview
from nalm.errors import DataError
from nalm.inquiry import Effort
from nalm.tables import Reading


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.file)
def test_an_example_asks_for_columns_that_its_table_has(example, tmp_path):
    path = example_path(example)
    names = read_preview(path, Reading()).names
    example.choices.question(path, reading=Reading(), effort=Effort(), folder=tmp_path)
    chosen = example.choices
    assert {*chosen.inputs, *filter(None, (chosen.target, chosen.time))} <= set(names)


def test_a_table_that_was_not_installed_is_named():
    with pytest.raises(DataError, match=r"nothing\.csv"):
        example_path(Example(title="", file="nothing.csv"))


def test_an_installed_table_comes_first(tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "planets.csv").touch()
    monkeypatch.setattr(_examples, "__file__", str(tmp_path / "_examples.py"))
    assert example_path(EXAMPLES[0]) == Path(tmp_path / "data" / "planets.csv")
