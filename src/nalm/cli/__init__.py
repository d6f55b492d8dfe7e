"""The command line: ``nalm list``, ``run``, ``report``, ``discover`` and further commands.

Each command is a thin file: it reads its options, calls the packages below and prints. Errors that
`nalm` raises on purpose end as one line on standard error, with exit code 2 for what was asked
wrongly and 1 for files that cannot be used.
"""

import os

# Before PyTorch is loaded: the training step's threads meet several times a step. A thread that
# waits should spin for the microseconds that a quiet machine needs, and then sleep: on a machine
# that does other work as well, endless spinning makes training tens of times slower.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("GOMP_SPINCOUNT", "10000")

from nalm.cli._main import main

__all__ = ["main"]
