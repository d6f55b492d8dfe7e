"""The command line: ``nalm list``, ``run``, ``report``, ``cite`` and ``demo``.

Each command is a thin file: it reads its options, calls the packages below and prints. Errors that
`nalm` raises on purpose end as one line on standard error, with exit code 2 for what was asked
wrongly and 1 for files that cannot be used.
"""

import os

# Before PyTorch is loaded: the training step's threads meet several times a step, and on a machine
# that does other work as well, threads that spin while they wait make it tens of times slower.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

from nalm.cli._main import main

__all__ = ["main"]
