"""Public names whose modules are loaded at their first use."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def at_first_use(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a package's `__getattr__`, which imports a name when it is asked for.

    A table that is shown in a terminal needs no plots: what nobody asks for costs no time.

    Args:
        package: Its `__name__`.
        places: Module → the names that it holds, with spaces between.

    Example:
        >>> at_first_use("somewhere", {"math": "pi tau"})("pi")
        3.141592653589793
    """
    modules = {name: module for module, names in places.items() for name in names.split()}

    def get(name: str) -> Any:  # noqa: ANN401  (whatever the name stands for)
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(modules[name]), name)

    return get
