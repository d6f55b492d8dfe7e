import sys
from dataclasses import replace

import click
import pytest

from nalm.cli._discovery._names import (
    FORMATS,
    FUNCTIONS,
    NOISES,
    format_name,
    noise_name,
    read_functions,
)
from nalm.discovery import Noise, NoiseModel, register_noise
from nalm.symbolic import (
    find_exporter,
    find_function,
    function_names,
    register_exporter,
    register_function,
)


class Loud(NoiseModel):
    name = "loud"

    def size(self, formula, x):
        return x[:, 0]


def test_what_is_known_passes_without_an_import(monkeypatch):
    monkeypatch.setitem(sys.modules, "nalm.discovery", None)
    monkeypatch.setitem(sys.modules, "nalm.symbolic", None)
    assert [noise_name(name) for name in NOISES] == list(NOISES)
    assert [format_name(name) for name in FORMATS] == list(FORMATS)
    assert read_functions(",".join(FUNCTIONS)) == FUNCTIONS
    assert read_functions("none") == ()
    assert read_functions(None) is None


def test_what_is_known_exists():
    assert ("auto", *(each.name for each in Noise)) == NOISES
    assert all(find_exporter(name) for name in FORMATS if name not in ("table", "json"))
    assert function_names()[: len(FUNCTIONS)] == FUNCTIONS


def test_what_is_registered_passes(registries):
    register_noise(Loud())
    register_exporter("cobol", str)
    register_function(replace(find_function("sin"), name="sinus"))
    assert read_functions("exp, sinus") == ("exp", "sinus")
    assert noise_name("loud") == "loud"
    assert format_name("cobol") == "cobol"
    assert format_name("text") == "text"


@pytest.mark.parametrize(
    ("check", "message"),
    [
        (noise_name, "expected one of constant, relative, variables.*Or one of: auto"),
        (format_name, "expected one of text, latex.*Or one of: table, json"),
        (read_functions, "expected one of exp, log, sin.*Or one of: none"),
    ],
)
def test_another_name_gets_a_list(check, message):
    with pytest.raises(click.BadParameter, match=message):
        check("nothing")
