import subprocess
import sys

from nalm._provided import _PLACES, provide, provided


def test_a_function_is_imported_when_it_is_asked_for(monkeypatch):
    monkeypatch.setattr("nalm._provided._PLACES", {})
    provide("here", "nowhere.at.all:f")
    provide("here", "math:floor")  # the last one counts
    assert provided("here")(1.5) == 1


def test_what_the_package_provides_is_there():
    assert {callable(provided(name)) for name in _PLACES} == {True}


def test_saying_where_imports_nothing():
    code = (
        "import sys, nalm; print([n for n in ('numpy', 'torch', 'matplotlib') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
