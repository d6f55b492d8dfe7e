"""What is kept: every trained run, in one SQLite file.

A `Store` holds `StoredRun`s by the hash of their content, so what was trained once is never
trained again and never stored twice. One transaction adds a whole cohort: a process that is killed
at any moment leaves a file with complete cohorts only, plus the last `Checkpoint` of the cohort
that was training. `merge_stores` adds what other files have. Nothing in a file is ever unpickled or
evaluated: arrays are compressed bytes beside their shapes, descriptions are JSON.
"""

from nalm.results._checkpoints import Pruned, UnfinishedCohort
from nalm.results._merging import Merged, merge_stores
from nalm.results._records import Checkpoint, StoredRun, Trace
from nalm.results._store import Store

__all__ = [
    "Checkpoint",
    "Merged",
    "Pruned",
    "Store",
    "StoredRun",
    "Trace",
    "UnfinishedCohort",
    "merge_stores",
]
