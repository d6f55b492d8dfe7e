"""Which code a class or function depends on."""

import importlib
import subprocess
import sys
from functools import partial

import pytest

from nalm import NMU
from nalm.errors import InvalidValueError
from nalm.training._code import code_hash
from nalm.training._spec import describe, own_code
from tests.training._cells import cell

UNIT = """
from torch import Tensor, nn

SCALE = 2.0
UNUSED = 1


def helper(x):
    return SCALE * x


def unused(x):
    return x


class Base(nn.Module):
    def offset(self):
        return 0.5


class Mine(Base):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 1)

    def forward(self, x: Tensor) -> Tensor:
        x = helper(self.linear(x))
        return x + self.offset()


experiment = Mine, "division", 25
"""


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("x + self.offset()", "x - self.offset()", False),
        ("return SCALE * x", "return SCALE + x", False),
        ("SCALE = 2.0", "SCALE = 3.0", False),
        ("return 0.5", "return 0.25", False),
        ("class Base(nn.Module)", "class Base(nn.Linear)", False),
        ("def forward", "# a comment\n    def forward", True),
        ("        x = helper", '        """Return it."""\n        x = helper', True),
        ("UNUSED = 1", "UNUSED = 2", True),
        ("    return x\n", "    return -x\n", True),
        ('"division", 25', '"a better title", 50', True),
        ("import Tensor, nn", "import Tensor, cos, nn", True),
        ("experiment = ", "x = experiment = ", True),  # a local variable is no name of the module
    ],
)
def test_a_class_depends_on_what_it_reaches_by_name(load, old, new, same):
    before = code_hash(load(UNIT).Mine)
    assert old in UNIT
    assert (code_hash(load(UNIT.replace(old, new)).Mine) == before) == same


@pytest.mark.parametrize(
    "line",
    [
        "from other import scale",
        "from other import *",
        "import other\nscale = other.scale",
        "def scale(x):\n    from other import scale\n    return scale(x)",
        "from package.inner import scale",
        "from package import inner\nscale = inner.scale",
        "import package.inner\nscale = package.inner.scale",
    ],
)
def test_other_files_of_the_author_are_followed(load, tmp_path, line):
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").touch()
    text = f"{line}\ndef network():\n    return scale(1)\n"
    hashes = []
    for factor in (2, 3, 2):
        for path in (tmp_path / "other.py", tmp_path / "package" / "inner.py"):
            path.write_text(f"FACTOR = {factor}\ndef scale(x):\n    return FACTOR * x\n")
        hashes.append(code_hash(load(text).network))
    assert hashes[0] == hashes[2] != hashes[1]


def imported_anew(package, module):
    """Import a module of a package as a new process does."""
    for name in [each for each in sys.modules if each.partition(".")[0] == package]:
        del sys.modules[name]
    importlib.invalidate_caches()
    return importlib.import_module(f"{package}.{module}")


def test_relative_imports_are_followed(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "relative_package"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "units.py").write_text("from .scales import scale\ndef f():\n    return scale()\n")
    hashes = []
    for value in (1, 2):
        (folder / "scales.py").write_text(f"def scale():\n    return {value}\n# {'x' * value}\n")
        hashes.append(code_hash(imported_anew("relative_package", "units").f))
    assert hashes[0] != hashes[1]


def test_installed_packages_of_others_are_taken_as_they_are(load):
    text = "import pandas as pd\nimport sympy\ndef network():\n    return pd.DataFrame, sympy.sin\n"
    assert code_hash(load(text).network) == code_hash(load("#\n" + text).network)


def test_definitions_that_need_each_other_have_an_end(load):
    text = "def even(n):\n    return n == 0 or odd(n - 1)\ndef odd(n):\n    return even(n)\n"
    before = code_hash(load(text).even)
    assert code_hash(load(text.replace("return even(n)", "return not even(n)")).even) != before


def test_a_file_has_the_same_code_in_another_folder(load, tmp_path):
    (tmp_path / "deeper").mkdir()
    assert code_hash(load(UNIT).Mine) == code_hash(load(UNIT, folder=tmp_path / "deeper").Mine)


def test_cells_of_a_notebook_are_read_and_other_cells_are_reached(monkeypatch):
    hashes = []
    for scale, power in ((2, 1), (3, 1), (2, 2), (2, 1)):
        names = {"__name__": "__main__"}
        cell(f"SCALE = {scale}\n", 1, names)
        cell(f"def helper(x):\n    return SCALE * x ** {power}\n", 2, names)
        cell("class Mine:\n    def forward(self, x):\n        return helper(x)\n", 3, names)
        hashes.append(code_hash(names["Mine"]))
    assert hashes[0] == hashes[3]
    assert len(set(hashes)) == 3


def test_code_without_a_source_is_refused():
    names = {"__name__": "somewhere"}
    exec("class Mine:\n    def forward(self, x): return x", names)
    with pytest.raises(InvalidValueError, match=r"source can be read.* into a file"):
        code_hash(names["Mine"])


def test_a_description_collects_its_own_classes(load):
    module = load(UNIT + "\nclass Derived(Mine):\n    make = classmethod(lambda c: c())\n")
    named = []
    described = describe(
        {"a": partial(NMU, 2, 1), "b": module.Mine, "c": module.Derived.make}, named=named
    )
    assert named == [NMU, module.Mine, module.Derived]
    assert described["b"] == "own_unit.Mine"
    assert set(own_code(named)) == {"own_unit.Mine", "own_unit.Derived"}


@pytest.mark.thorough
def test_a_script_names_its_classes_as_who_imports_it(load, tmp_path):
    end = "if __name__ == '__main__':\n    from nalm.training._spec import *\n"
    end += "    print(describe(Mine), *own_code([Mine]).values())\n"
    script = tmp_path / "script.py"
    script.write_text(UNIT + end)
    command = [sys.executable, str(script)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert printed == ["script.Mine", code_hash(load(UNIT + end, "script").Mine)]


def test_a_class_that_stays_has_the_code_that_its_cells_have_now():
    names = {"__name__": "__main__"}
    cell("SCALE = 2\ndef helper(x):\n    return SCALE * x\n", 11, names)
    cell("class Stays:\n    def forward(self, x):\n        return helper(x)\n", 12, names)
    hashes = [code_hash(names["Stays"])]
    cell("SCALE = 3\n", 13, names)
    hashes.append(code_hash(names["Stays"]))
    cell("def helper(x):\n    return SCALE - x\n", 14, names)
    hashes.append(code_hash(names["Stays"]))
    assert len(set(hashes)) == 3


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("X = (1, 2)", "X = (1, 3)"),
        ("X = [{'a': 1}]", "X = [{'a': 2}]"),
        ("X = {'b', 'a', 'c'}", "X = {'b', 'a', 'd'}"),
        ("import torch; X = torch.ones(2)", "import torch; X = torch.zeros(2)"),
        (
            "import numpy as np; X = np.arange(9000)",
            "import numpy as np; X = np.arange(9000)[::-1]",
        ),
        ("def f(): return 1\nX = [f]", "def f(): return 2\nX = [f]"),
        (
            "from functools import partial; X = partial(int, base=2)",
            "from functools import partial; X = partial(int, base=3)",
        ),
    ],
)
def test_values_of_other_cells_are_part_of_it(before, after):
    hashes = []
    for number, text in enumerate((before, after, before), start=20):
        names = {"__name__": "__main__"}
        cell(text + "\n", f"{number} {text}", names)
        cell("class Mine:\n    def forward(self, x):\n        return X\n", number, names)
        hashes.append(code_hash(names["Mine"]))
    assert hashes[0] == hashes[2] != hashes[1]


def test_a_module_of_another_cell_is_followed(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    hashes = []
    for value in (1, 2):
        (tmp_path / "gates.py").write_text(f"def gate():\n    return {value}\n# {'x' * value}\n")
        sys.modules.pop("gates", None)
        importlib.invalidate_caches()
        names = {"__name__": "__main__"}
        cell("import gates as g\n", 31, names)
        cell("class Mine:\n    def forward(self, x):\n        return g.gate()\n", 32, names)
        hashes.append(code_hash(names["Mine"]))
    assert hashes[0] != hashes[1]


@pytest.mark.parametrize(
    "text",
    [
        "from star_package import gate\ndef f():\n    return gate()\n",
        "from star_package import *\ndef f():\n    return gate()\n",
        "def f():\n    from star_package import gate\n    return gate()\n",
    ],
)
def test_names_that_a_package_imports_by_a_star_are_followed(tmp_path, monkeypatch, text):
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "star_package"
    folder.mkdir()
    (folder / "__init__.py").write_text("from .layers import *\n")
    (folder / "nets.py").write_text(text)
    hashes = []
    for value in (1, 2):
        (folder / "layers.py").write_text(f"def gate():\n    return {value}\n# {'x' * value}\n")
        hashes.append(code_hash(imported_anew("star_package", "nets").f))
    assert hashes[0] != hashes[1]


def test_a_hash_does_not_depend_on_what_has_been_imported(load, tmp_path):
    folder = tmp_path / "late_package"
    folder.mkdir()
    (folder / "__init__.py").write_text("from late_package.rest import *\nfrom . import rest\n")
    (folder / "rest.py").write_text("from math import *\nLIMIT = 3\n")
    text = "def f():\n    from late_package import LIMIT, rest\n    return LIMIT + rest.pi\n"
    module = load(text)
    before = code_hash(module.f)
    module.f()
    assert code_hash(module.f) == before
