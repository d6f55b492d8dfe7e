"""What the tests of the architecture see of a source tree: its files, parsed."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, kw_only=True)
class Module:
    """A source file: its path below the package, and its text."""

    path: Path  # relative to the package: units/_nmu.py
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.tree))

    @property
    def part(self) -> str:
        """Return the row entry of the architecture to which the file belongs."""
        return self.path.parts[0].removesuffix(".py")

    def place(self, node: ast.AST) -> str:
        return f"{self.path}:{getattr(node, 'lineno', 1)}"


def modules(package: Path) -> list[Module]:
    return [
        Module(path=path.relative_to(package), text=path.read_text(encoding="utf-8"))
        for path in sorted(package.rglob("*.py"))
    ]


def layers(document: str) -> dict[str, int]:
    """Read the rows of the diagram: part -> row number."""
    rows = re.findall(r"^(\d)  (.+)$", document, flags=re.MULTILINE)
    return {name: int(row) for row, names in rows for name in re.sub(r"\(.*\)", "", names).split()}


def imports(module: Module) -> Iterator[tuple[ast.AST, str]]:
    """Yield every import with its absolute dotted name, `from x import y` as x.y."""
    for node in module.nodes:
        match node:
            case ast.Import(names=names):
                yield from ((node, alias.name) for alias in names)
            case ast.ImportFrom(names=names):
                origin = _origin(module, node)
                yield from ((node, f"{origin}.{alias.name}") for alias in names)
            case ast.Call(args=[ast.Constant(value=str(name)), *_]) if _is_import(node.func):
                yield node, name


def _origin(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = ("nalm", *module.path.parent.parts)
    above = package[: len(package) - node.level + 1]
    return ".".join((*above, node.module) if node.module else above)


def _is_import(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in {"import_module", "__import__"}


def folders(sources: Iterable[Module]) -> dict[Path, list[Module]]:
    """Return the files of each folder that has any, `__init__` among them."""
    found: dict[Path, list[Module]] = {}
    for module in sources:
        found.setdefault(module.path.parent, []).append(module)
    return found


def neighbours(sources: Iterable[Module]) -> dict[Path, dict[str, set[str]]]:
    """Return who imports whom in each folder; a subfolder counts as one with all that is in it.

    An import links two entries of exactly one folder: the innermost that holds both files. So
    modules that import each other in a circle make a circle in one of these graphs, and so do
    folders that import each other, even where none of their modules does.
    """
    places = {_dotted(module.path): module.path for module in sources}
    graphs: dict[Path, dict[str, set[str]]] = {}
    for module in sources:
        for _, name in imports(module):
            target = places.get(name) or places.get(name.rpartition(".")[0])
            if target is None or target == module.path:
                continue
            shared = _shared_folder(module.path, target)
            graph = graphs.setdefault(Path(*shared), {})
            source, imported = (_entry(path, shared) for path in (module.path, target))
            graph.setdefault(source, set()).add(imported)
    return graphs


def _dotted(path: Path) -> str:
    parts = path.parent.parts if path.stem == "__init__" else path.with_suffix("").parts
    return ".".join(("nalm", *parts))


def _shared_folder(one: Path, other: Path) -> list[str]:
    shared: list[str] = []
    for first, second in zip(one.parent.parts, other.parent.parts, strict=False):
        if first != second:
            break
        shared.append(first)
    return shared


def _entry(path: Path, folder: list[str]) -> str:
    return path.parts[len(folder)].removesuffix(".py")


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the groups of nodes each of which reaches all others of its group."""
    reached = {node: _reachable(graph, node) for node in graph}
    groups = {
        tuple(sorted(other for other in reached[node] if node in reached.get(other, ())))
        for node in graph
        if node in reached[node]
    }
    return [list(group) for group in sorted(groups)]


def _reachable(graph: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    pending = list(graph[start])
    while pending:
        node = pending.pop()
        if node not in found:
            found.add(node)
            pending.extend(graph.get(node, ()))
    return found


@cache
def functions(tree: ast.Module) -> list[tuple[Function, ast.AST]]:
    """Return every function with what encloses it directly: module, class or function."""
    found: list[tuple[Function, ast.AST]] = []
    pending: list[tuple[ast.AST, ast.AST]] = [(tree, tree)]
    while pending:
        node, scope = pending.pop()
        if isinstance(node, Function):
            found.append((node, scope))
        inner = node if isinstance(node, Function | ast.ClassDef | ast.Module) else scope
        pending.extend((child, inner) for child in ast.iter_child_nodes(node))
    return found


def length(function: Function) -> int:
    """Count the lines of a function without its docstring."""
    lines = (function.end_lineno or 0) - function.lineno + 1
    if ast.get_docstring(function) is None:
        return lines
    docstring = function.body[0]
    return lines - ((docstring.end_lineno or 0) - docstring.lineno + 1)


def arguments(function: Function, scope: ast.AST) -> tuple[list[ast.arg], list[ast.arg]]:
    """Return positional and keyword-only arguments, without `self`, `cls` and `ctx`."""
    positional = [*function.args.posonlyargs, *function.args.args]
    decorators = {getattr(decorator, "id", "") for decorator in function.decorator_list}
    bound = isinstance(scope, ast.ClassDef) and "staticmethod" not in decorators
    if bound or (positional and positional[0].arg == "ctx"):
        positional = positional[1:]
    return positional, function.args.kwonlyargs
