"""The rules of docs/architecture.md and the budgets, checked on the parsed source.

Each rule is a function from modules to violations, so that each is also tested on a bad module.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.source_tree import (
    Module,
    arguments,
    circles,
    folders,
    functions,
    imports,
    layers,
    length,
    modules,
    neighbours,
)

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "nalm"
LAYERS = layers((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
MODULES = modules(PACKAGE)
FACADE = {"__init__", "__main__"}  # gathers the public names of all rows; nobody imports it

WITHOUT_TEST = {
    "_tensors.py": "names of tensor shapes, no behaviour",
    "_typing.py": "names of arrays, no behaviour",
}
_TENSORS = "a function of tensors, in the order of its equation"
_PLACE = "runs, what is made of them, and where: one order in the whole package"
POSITIONAL: dict[str, str] = {
    # "path.py:function": "why more than two positional arguments are right here"
    "discovery/forms/_form_fitting.py:fit_form": "form, X, y: as `fit`, with the form before",
    "discovery/regressor/_evaluation.py:score": "X, y, weights: scikit-learn's own order",
    "discovery/regressor/_grouped.py:fit_group": "X, y, name: as `fit`, and of which group",
    "discovery/regressor/_symbolic_regressor.py:fit": "X, y, weights: scikit-learn's own order",
    "discovery/stages/cohorts/_scaled_rows.py:prepare_rows": "data, B, w₀: of the groups",
    "experiments/catalogue/_mistry2021division/_gold_weights.py:gold_mse": "a point of a figure",
    "experiments/catalogue/_mistry2021division/_models.py:real_npu": "where, what, how; in tables",
    "training/_cohort.py:assemble": _PLACE,
    "training/_running/_evaluation.py:__init__": _PLACE,
    "training/_running/_polishing.py:polish_": _PLACE,
    "training/_recipe/_line_search.py:line_search": "objective, start, direction",
    "training/_recipe/_optimizer_sequence.py:update": _TENSORS,
    "training/_recipe/_optimizers.py:update": _TENSORS,
    "training/_recipe/_rates.py:update": _TENSORS,
    "training/_recipe/_restart.py:due": "step, start of the runs, history: times before errors",
    "training/_steps/_sampling.py:uniform": _TENSORS,
    "training/_stacking.py:replace_": _TENSORS,
    "training/_stacking.py:stack": "modules, dtype, device: PyTorch's own order",
    "training/_stacking.py:stack_buffers": "modules, dtype, device: PyTorch's own order",
    "training/_steps/_step.py:training_step": _PLACE,
    "training/_running/_stepper.py:__init__": _PLACE,
}
REACHING_IN = {
    "experiments/catalogue/_heim2020/_field_errors.py": "the same measurements as the task's",
}
HEAVY = {"scipy", "pandas", "matplotlib", "sympy", "sklearn", "click", "rich"}


# ── The rules ─────────────────────────────────────────────────────────────────────────────────────


def broken_layers(module):
    if module.part in FACADE:
        return
    if module.part not in LAYERS:
        yield f"{module.path}: `{module.part}` is in no row of docs/architecture.md"
        return
    for node, name in imports(module):
        top, _, rest = name.partition(".")
        target = rest.split(".")[0]
        if top != "nalm" or target == module.part:
            continue
        if target not in LAYERS:
            yield f"{module.place(node)} imports `{name}` from the facade or from nowhere"
        elif LAYERS[target] >= LAYERS[module.part]:
            yield f"{module.place(node)} imports `{name}`, which is not in a lower row"


def private_imports(module):
    if module.part in FACADE or module.path.as_posix() in REACHING_IN:
        return
    for node, name in imports(module):
        top, *folders = name.split(".")
        private = any(part.startswith("_") for part in folders[1:])
        if top == "nalm" and private and folders[0] != module.part:
            yield f"{module.place(node)} imports `{name}`, which is private to `{folders[0]}`"


def too_long_file(module):
    lines = len(module.text.splitlines())
    limit = 120 if module.part == "units" and module.path.name != "__init__.py" else 250
    if lines > limit:
        yield f"{module.path} has {lines} lines, more than {limit}"


def too_long_functions(module):
    for function, _ in functions(module.tree):
        if length(function) > 40:
            yield f"{module.place(function)} {function.name} has {length(function)} lines, over 40"


def too_many_arguments(module):
    for function, scope in functions(module.tree):
        positional, keyword = arguments(function, scope)
        where = f"{module.place(function)} {function.name}"
        if len(positional) + len(keyword) > 6:
            yield f"{where} has {len(positional) + len(keyword)} arguments, over 6"
        # Python calls dunder methods, transformations such as vmap call nested functions: both
        # pass positions only.
        # A private function has one caller, which reads it.
        free = function.name.startswith("_") and function.name != "__init__"
        nested = not isinstance(scope, ast.Module | ast.ClassDef)
        if free or nested or f"{module.path}:{function.name}" in POSITIONAL:
            continue
        if len(positional) > 2:
            yield f"{where} has {len(positional)} positional arguments: put `*` after two"


def unannotated(module):
    for function, scope in functions(module.tree):
        positional, keyword = arguments(function, scope)
        variable = [arg for arg in (function.args.vararg, function.args.kwarg) if arg]
        for argument in [*positional, *keyword, *variable]:
            if argument.annotation is None:
                yield f"{module.place(function)} {function.name}: annotate `{argument.arg}`"
        if function.returns is None:
            yield f"{module.place(function)} {function.name}: annotate the return"


SENT = {
    "backends/_remote.py",
    "backends/_sent.py",
    "cli/_commands/_discover.py",
    "discovery/_jobs.py",
}
"""What a process sends to its own workers is pickled, as Dask and joblib do; no file is."""


def unsafe(module):
    unpicklers = {"pickle", "cPickle", "dill", "cloudpickle", "marshal", "shelve", "joblib"}
    for node, name in imports(module):
        if name.split(".")[0] in unpicklers and module.path.as_posix() not in SENT:
            yield f"{module.place(node)} imports `{name}`, which executes what it loads"
        if name.endswith(".*"):
            yield f"{module.place(node)} imports `{name}`: name what is imported"
    for node in module.nodes:
        if isinstance(node, ast.Call):
            options = {each.arg: ast.unparse(each.value) for each in node.keywords}
            called = ast.unparse(node.func)
            if called in {"eval", "exec", "builtins.eval", "builtins.exec", "read_pickle"}:
                yield f"{module.place(node)} calls `{called}`"
            if called == "torch.load" and options.get("weights_only") != "True":
                yield f"{module.place(node)} calls torch.load without weights_only=True"
            if options.get("allow_pickle", "False") != "False":
                yield f"{module.place(node)} allows pickle"


def without_all(module):
    private = any(part.startswith("_") for part in module.path.parent.parts)
    if module.path.name != "__init__.py" or private:
        return
    names = {
        ast.unparse(t) for n in module.tree.body if isinstance(n, ast.Assign) for t in n.targets
    }
    names |= {ast.unparse(n.target) for n in module.tree.body if isinstance(n, ast.AnnAssign)}
    exports = [node for node in module.tree.body if not isinstance(node, ast.Expr)]
    if exports and "__all__" not in names:
        yield f"{module.path} has no __all__"


def without_test(module, tests=ROOT / "tests"):
    # Tests mirror the source; a folder's or module's leading underscore is not repeated.
    *folders, stem = (part.removeprefix("_") for part in module.path.with_suffix("").parts)
    place = "/".join((*folders, f"test_{stem}.py"))
    excused = module.path.stem in FACADE or module.path.as_posix() in WITHOUT_TEST
    if not excused and not (tests / place).exists():
        yield f"{module.path} has no tests/{place}"


RULES = [
    broken_layers, private_imports, too_long_file, too_long_functions, too_many_arguments,
    unannotated, unsafe, without_all, without_test,
]  # fmt: skip


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_source_keeps(rule):
    violations = [violation for module in MODULES for violation in rule(module)]
    assert not violations, "\n" + "\n".join(violations)


# ── The rules of folders: from all modules to violations, each with the folder that breaks it ─────


def import_circles(sources):
    for folder, graph in neighbours(sources).items():
        for circle in circles(graph):
            yield folder.as_posix(), f"{', '.join(circle)} import each other in a circle"


def crowded_folders(sources):
    for folder, held in folders(sources).items():
        count = sum(module.path.name != "__init__.py" for module in held)
        if count > 20:
            yield folder.as_posix(), f"holds {count} modules, more than 20: make folders of it"


SILENT = (
    "has no __init__ whose docstring says which question the folder answers and then, with names "
    "in backticks, what may be imported from it"
)


def silent_folders(sources):
    for folder, held in folders(sources).items():
        inits = [module for module in held if module.path.name == "__init__.py"]
        lines = [line for module in inits for line in docstring_lines(module)]
        # The first line says which question the folder answers, the others what to import from it.
        if len(lines) < 2 or "`" not in "".join(lines[1:]):
            yield folder.as_posix(), SILENT


def docstring_lines(module):
    return [line for line in (ast.get_docstring(module.tree) or "").splitlines() if line.strip()]


FOLDER_RULES = [import_circles, crowded_folders, silent_folders]


@pytest.mark.parametrize("rule", FOLDER_RULES, ids=lambda rule: rule.__name__)
def test_the_folders_keep(rule):
    found = [f"{folder} {what}" for folder, what in rule(MODULES)]
    assert not found, "\n" + "\n".join(found)


# ── The rules notice ──────────────────────────────────────────────────────────────────────────────


def violations(rule, text, path="tasks/_bad.py"):
    return list(rule(Module(path=Path(path), text=text)))


def test_the_diagram_is_read():
    assert {"errors", "_typing"} <= {name for name, row in LAYERS.items() if row == 0}
    assert {"units", "tasks", "results"} <= {name for name, row in LAYERS.items() if row == 1}
    assert LAYERS["cli"] == max(LAYERS.values()) == 7
    assert not any("(" in name or name == "leaves" for name in LAYERS)


def test_the_source_is_found():
    assert {"errors.py", "results/_store.py"} <= {module.path.as_posix() for module in MODULES}


@pytest.mark.parametrize(
    "statement",
    [
        "import nalm.units",
        "import nalm.units._nmu as nmu",
        "from nalm import units",
        "from nalm import errors, training",
        "from nalm.units import NMU",
        "from nalm.units._nmu import NMU",
        "from .. import units",
        "from ..units import NMU",
        "from ..training._run import Run",
        "def f():\n    from nalm.units import NMU",
        "if TYPE_CHECKING:\n    from nalm.training import Run",
        "try:\n    import nalm.cli\nexcept ImportError:\n    pass",
        "importlib.import_module('nalm.units')",
        "__import__('nalm.units')",
        "import nalm",
        "from nalm import NMU",
        "from nalm import *",
        "from .. import NMU",
        "import nalm.unheard_of",
    ],
)
def test_an_import_from_a_sibling_above_or_the_facade_is_noticed(statement):
    assert len(violations(broken_layers, statement)) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "import torch",
        "from nalm.errors import NalmError",
        "from nalm import errors",
        "from ..errors import NalmError",
        "from .. import _typing",
        "from nalm.tasks._range import Range",
        "from . import _range",
        "from ._range import Range",
        "from nalm.tasks import Range",
        "importlib.import_module('pyarrow')",
        "import nalmost",
    ],
)
def test_an_import_from_below_or_from_within_is_fine(statement):
    assert violations(broken_layers, statement) == []


def test_relative_imports_count_their_dots_from_the_folder():
    deep = "experiments/catalogue/_paper.py"
    assert violations(broken_layers, "from ..._typing import Array", deep) == []
    assert violations(broken_layers, "from .._setting import Setting", deep) == []
    assert len(violations(broken_layers, "from ...reports import table", deep)) == 1
    assert violations(broken_layers, "from ._paper import x", "experiments/__init__.py") == []


def test_a_part_outside_the_diagram_is_noticed_and_the_facade_is_free():
    assert len(violations(broken_layers, "", "helpers/_all.py")) == 1
    assert len(violations(broken_layers, "", "helpers.py")) == 1
    assert violations(broken_layers, "from nalm.cli import main", "__main__.py") == []


@pytest.mark.parametrize(
    ("statement", "count"),
    [
        ("from nalm.units._nmu import NMU", 1),
        ("from nalm.units import _nmu", 1),
        ("import nalm.experiments.catalogue._madsen2020", 1),
        ("def f():\n    from nalm.units._nmu import NMU", 1),
        ("from nalm.units import NMU", 0),
        ("from nalm.tasks._range import Range", 0),
        ("from nalm import _typing", 0),
        ("from nalm._typing import Array", 0),
        ("from nalm.discovery.search import search", 0),
        ("from torch._inductor import config", 0),
    ],
)
def test_imports_of_private_modules_of_another_package_are_noticed(statement, count):
    assert len(violations(private_imports, statement)) == count


def test_sizes_are_noticed():
    assert violations(too_long_file, "\n" * 250) == []
    assert len(violations(too_long_file, "\n" * 251)) == 1
    assert len(violations(too_long_file, "\n" * 121, "units/_nmu.py")) == 1
    assert violations(too_long_file, "\n" * 121, "units/__init__.py") == []
    docstring = '    """Verb.' + "\n" * 9 + '    """\n'
    body = "    pass\n" * 39
    assert violations(too_long_functions, f"def f():\n{docstring}{body}") == []
    assert len(violations(too_long_functions, f"def f():\n{docstring}{body}    pass\n")) == 1
    nested = "class A:\n    async def f():\n" + "        pass\n" * 40
    assert len(violations(too_long_functions, nested)) == 1


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("def f(a, b, *, c, d, e, f): ...", 0),
        ("def f(a, b, *, c, d, e, f, g): ...", 1),
        ("def f(a, b, c): ...", 1),
        ("def f(a, /, b, c): ...", 1),
        ("class A:\n    def f(self, a, b): ...", 0),
        ("class A:\n    def f(self, a, b, c): ...", 1),
        ("class A:\n    def __init__(self, a, b, c): ...", 1),
        ("class A:\n    def __exit__(self, a, b, c): ...", 0),
        ("class A:\n    @classmethod\n    def f(cls, a, b): ...", 0),
        ("class A:\n    @staticmethod\n    def f(ctx, a, b): ...", 0),
        ("class A:\n    @staticmethod\n    def f(a, b, c): ...", 1),
        ("def f():\n    def g(a, b, c): ...", 0),
        ("def f():\n    def g(a, b, c, d, e, f, g): ...", 1),
    ],
)
def test_argument_lists_are_noticed(text, count):
    assert len(violations(too_many_arguments, text)) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("def f(a: int, *b: int, c: int, **d: int) -> None: ...", 0),
        ("def f(a, *b, c, **d): ...", 5),
        ("class A:\n    def f(self) -> None: ...", 0),
        ("def f() -> None:\n    def g(a: int): ...", 1),
    ],
)
def test_missing_annotations_are_noticed(text, count):
    assert len(violations(unannotated, text)) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("import pickle", 1),
        ("from pickle import loads", 1),
        ("def f():\n    import dill", 1),
        ("from math import *", 1),
        ("eval('1')", 1),
        ("exec('1')", 1),
        ("model.eval()", 0),
        ("torch.load(path)", 1),
        ("torch.load(path, weights_only=False)", 1),
        ("torch.load(path, weights_only=True)", 0),
        ("np.load(path, allow_pickle=True)", 1),
        ("np.load(path, allow_pickle=False)", 0),
        ("text = 'pickle eval('", 0),
    ],
)
def test_unsafe_code_is_noticed(text, count):
    assert len(violations(unsafe, text)) == count


def test_missing_exports_are_noticed():
    path = "tasks/__init__.py"
    assert len(violations(without_all, "from nalm.tasks._task import Task", path)) == 1
    assert violations(without_all, "import x\n__all__ = ['x']", path) == []
    assert violations(without_all, "import x\n__all__: list[str] = ['x']", path) == []
    assert violations(without_all, '"""Nothing yet."""', path) == []
    assert violations(without_all, "import x", "tasks/_task.py") == []


def test_missing_tests_are_noticed(tmp_path):
    module = Module(path=Path("tasks/_task.py"), text="")
    assert len(list(without_test(module, tmp_path))) == 1  # though there is no folder of tests
    (tmp_path / "tasks" / "paper").mkdir(parents=True)
    (tmp_path / "tasks" / "test_task.py").touch()
    assert list(without_test(module, tmp_path)) == []
    (tmp_path / "tasks" / "data").mkdir()
    private = Module(path=Path("tasks/_data/_idx.py"), text="")
    assert list(without_test(private, tmp_path)) == [
        "tasks/_data/_idx.py has no tests/tasks/data/test_idx.py"
    ]
    assert list(without_test(Module(path=Path("tasks/__init__.py"), text=""), tmp_path)) == []
    inner = Module(path=Path("tasks/_paper/_task.py"), text="")
    assert list(without_test(inner, tmp_path)) == [
        "tasks/_paper/_task.py has no tests/tasks/paper/test_task.py"
    ]
    (tmp_path / "tasks" / "paper" / "test_task.py").touch()
    assert list(without_test(inner, tmp_path)) == []


def folder_violations(rule, texts):
    """Return the folders that break a rule in a tree of files: path -> text."""
    sources = [Module(path=Path(path), text=text) for path, text in texts.items()]
    return [folder for folder, _ in rule(sources)]


def in_a_circle(*names):
    """Return modules in `tasks`, each of which imports the next and the last one the first."""
    following = (*names[1:], names[0])
    return {
        f"tasks/{name}.py": f"from nalm.tasks.{after} import x"
        for name, after in zip(names, following, strict=True)
    }


@pytest.mark.parametrize(
    "statement",
    [
        "from nalm.tasks._one import x",
        "import nalm.tasks._one",
        "from nalm.tasks import _one",
        "from . import _one",
        "from ._one import x",
        "def f():\n    from nalm.tasks._one import x",
        "if TYPE_CHECKING:\n    from nalm.tasks._one import x",
    ],
)
def test_two_modules_that_import_each_other_are_noticed(statement):
    one = {"tasks/_one.py": "from nalm.tasks._two import y"}
    assert folder_violations(import_circles, one | {"tasks/_two.py": statement}) == ["tasks"]
    assert folder_violations(import_circles, one | {"tasks/_two.py": "import torch"}) == []


def test_each_circle_is_named_once_with_all_that_are_in_it():
    several = in_a_circle("_a", "_b", "_c") | in_a_circle("_d", "_e")
    leads_in = {"tasks/_f.py": "from nalm.tasks._a import x"}
    sources = [Module(path=Path(p), text=text) for p, text in (several | leads_in).items()]
    assert [message.split(" import")[0] for _, message in import_circles(sources)] == [
        "_a, _b, _c",
        "_d, _e",
    ]


def test_a_circle_through_the_init_is_noticed():
    init = {"tasks/__init__.py": "from nalm.tasks._a import x"}
    user = {"tasks/_a.py": "from nalm.tasks import x"}
    assert folder_violations(import_circles, init | user) == ["tasks"]
    assert folder_violations(import_circles, init | {"tasks/_a.py": "import nalm.units"}) == []


@pytest.mark.parametrize("above", ["", "deep/"])
def test_folders_that_import_each_other_are_noticed_though_no_module_does(above):
    package = f"nalm.{above.replace('/', '.')}search"
    back = {f"{above}search/rows/_write.py": f"from {package}.pool._pool import Pool"}
    texts = {
        f"{above}search/pool/_pool.py": f"from {package}.rows._rows import Rows",
        f"{above}search/rows/_rows.py": "import torch",
    }
    assert folder_violations(import_circles, texts | back) == [f"{above}search"]
    assert folder_violations(import_circles, texts) == []


def test_crowded_folders_are_noticed():
    full = {f"tasks/_{number}.py": "" for number in range(20)}
    beside = {"tasks/__init__.py": "", "tasks/deep/_more.py": ""}
    assert folder_violations(crowded_folders, full | beside) == []
    assert folder_violations(crowded_folders, full | beside | {"tasks/_20.py": ""}) == ["tasks"]


@pytest.mark.parametrize(
    ("docstring", "broken"),
    [
        ("What is to be learnt.\n\n`Task` and its children may be imported.", False),
        ("What is to be learnt.\n`Task` and its children may be imported.", False),
        ("What is to be learnt: `Task` and its children.", True),
        ("What is to be learnt:\n\ntasks and their children.", True),
        ("", True),
    ],
)
def test_folders_that_do_not_say_what_they_are_for_are_noticed(docstring, broken):
    texts = {"tasks/__init__.py": f'"""{docstring}"""', "tasks/_a.py": ""}
    assert folder_violations(silent_folders, texts) == ["tasks"] * broken


def test_a_folder_without_init_is_noticed():
    assert folder_violations(silent_folders, {"tasks/_a.py": ""}) == ["tasks"]


def test_every_exception_is_still_needed():
    paths = {module.path.as_posix() for module in MODULES}
    assert {place.split(":")[0] for place in (*WITHOUT_TEST, *POSITIONAL, *REACHING_IN)} <= paths


# ── A light import ────────────────────────────────────────────────────────────────────────────────


def heavy_modules_of(name):
    script = f"import sys, {name}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return HEAVY & set(loaded.stdout.split())


def test_importing_the_package_loads_torch_only():
    assert heavy_modules_of("nalm") == set()


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        (
            ["--help"],
            {"torch", "numpy", "scipy", "pandas", "matplotlib", "sympy", "sklearn", "rich"},
        ),
        (
            ["discover", "planets.csv", "--target", "y", "--quiet", "--max-time", "1"],
            {"matplotlib", "sympy", "jinja2", "nalm.experiments", "nalm.training", "nalm.units"},
        ),
    ],
)
def test_a_command_loads_only_what_it_needs(tmp_path, words, unwanted):
    rows = "".join(f"{a},{a**1.5}\n" for a in range(1, 20))
    (tmp_path / "planets.csv").write_text("a,y\n" + rows)
    script = f"""
import sys
from nalm.cli import main
main({words!r}, standalone_mode=False)
print("LOADED", *sys.modules)
"""
    run = [sys.executable, "-c", script]
    shown = subprocess.run(run, capture_output=True, text=True, check=True, cwd=tmp_path).stdout
    assert not unwanted & set(shown.rpartition("LOADED")[2].split())


def test_a_heavy_import_is_noticed():
    assert heavy_modules_of("click") == {"click"}


def test_listing_the_catalogue_loads_neither_scipy_nor_matplotlib():
    assert heavy_modules_of("nalm.experiments.catalogue") <= {"pandas"}
