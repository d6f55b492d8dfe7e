"""Which modules another machine does not have."""

import sys
import sysconfig
from functools import lru_cache
from pathlib import Path
from types import ModuleType

NOT_SENT = frozenset({"nalm", "torch", "__main__", "__mp_main__"})
"""PyTorch writes modules into its cache; what runs as a script is sent by value anyway."""


def own_modules() -> tuple[ModuleType, ...]:
    """List the imported modules that the user wrote: neither installed, nor Python's, nor ours."""
    return _own(len(sys.modules))


@lru_cache(maxsize=1)
def _own(imported: int) -> tuple[ModuleType, ...]:
    kinds = ("stdlib", "platstdlib", "purelib", "platlib")
    installed = [Path(sysconfig.get_path(kind)).resolve() for kind in kinds]
    found: list[ModuleType] = []
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file is None or name.partition(".")[0] in NOT_SENT:
            continue
        path = Path(file).resolve()
        # Some modules have a file that is only a name.
        is_source = path.suffix == ".py" and path.is_file()
        if is_source and not any(path.is_relative_to(each) for each in installed):
            found.append(module)
    return tuple(found)
