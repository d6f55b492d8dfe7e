"""The command line: ``nalm list``, ``run``, ``report``, ``cite`` and ``demo``.

Each command is a thin file: it reads its options, calls the packages below and prints. Errors that
`nalm` raises on purpose end as one line on standard error, with exit code 2 for what was asked
wrongly and 1 for files that cannot be used.
"""

from nalm.cli._main import main

__all__ = ["main"]
