"""The definitions of a source file, and what each of them needs of the others."""

import ast
import dis
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import CodeType
from typing import cast

Definitions = Mapping[str, tuple[ast.stmt, ...]]
"""Name → the statements of a file that give it a meaning; "" → all statements."""

_LOADS = {"LOAD_NAME", "LOAD_GLOBAL", "LOAD_FROM_DICT_OR_GLOBALS"}


@lru_cache(maxsize=64)
def definitions(text: str) -> Definitions:
    """Read a file's statements by the names that they define."""
    try:
        statements = ast.parse(text).body
    except SyntaxError:  # no Python: a page of which a part was executed
        return {}
    found: dict[str, list[ast.stmt]] = {"": statements}
    for statement in _split(statements):
        for name in dict.fromkeys(_defined(statement)):
            found.setdefault(name, []).append(statement)
    return {name: tuple(those) for name, those in found.items()}


def _split(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Give each imported name a statement of its own: a run depends on few of them."""
    for statement in statements:
        if isinstance(statement, ast.Import):
            yield from (ast.Import(names=[alias]) for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                yield ast.ImportFrom(statement.module, names=[alias], level=statement.level)
        else:
            yield statement


def _defined(statement: ast.stmt) -> Iterator[str]:
    """List the names that a statement gives a meaning, or changes, in its module."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in statement.names)
    else:
        for each in ast.walk(statement):
            if isinstance(getattr(each, "ctx", None), ast.Store):  # x = 1, x.y = 1, x[0] = 1
                yield from (part.id for part in ast.walk(each) if isinstance(part, ast.Name))
            elif each is not statement and isinstance(each, ast.stmt):
                yield from _defined(each)


@lru_cache(maxsize=4096)
def needs(statement: ast.stmt) -> Iterable[str]:
    """List the names of its module that a statement and everything inside it may read."""
    # The compiler tells the names of the module from those of arguments and local variables.
    module = ast.fix_missing_locations(ast.Module(body=[statement], type_ignores=[]))
    return dict.fromkeys(_loads(compile(module, "<statement>", "exec", dont_inherit=True)))


def _loads(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname in _LOADS:
            yield str(instruction.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _loads(constant)


@lru_cache(maxsize=4096)
def normal(statement: ast.stmt) -> str:
    """Write a statement without comments, docstrings and layout."""
    # Parsed anew, so that the statement keeps its docstrings for whoever reads it next.
    copy = ast.parse(ast.unparse(statement))
    for each in ast.walk(copy):
        body = cast("list[ast.stmt] | ast.expr | None", getattr(each, "body", None))
        if isinstance(body, list) and _is_text(body[0]):
            body[:1] = [] if body[1:] else [ast.Pass()]
    return ast.unparse(copy)


def _is_text(statement: ast.stmt) -> bool:
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)
