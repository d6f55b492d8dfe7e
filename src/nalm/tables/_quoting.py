"""Names of columns as a shell and an option take them."""

import re
import shlex
from collections.abc import Sequence


def quoted(names: Sequence[str]) -> str:
    """Write names as one word for a shell, as --inputs takes them.

    Args:
        names: Of columns.

    Example:
        >>> print(quoted(["a", "b c", "d, e"]))
        'a,b c,"d, e"'
    """
    return shlex.quote(",".join(as_cell(name) for name in names))


def as_cell(name: str) -> str:
    """Put a name that holds a comma or a quote in quotes, as in a CSV file.

    Args:
        name: Of a column.
    """
    doubled = name.replace('"', '""')
    return f'"{doubled}"' if re.search(r'[,"]|^\s|\s$', name) else name
