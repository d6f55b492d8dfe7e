"""One search of a small table, and whether its answer is right."""

import time

from calibration._form import is_of_form
from calibration._tables import Table
from discovery_changed import processor_time
from discovery_competitors._isolated import isolated
from discovery_runs import SHARED
from nalm import SymbolicRegressor

KEY = ("number",)
COLUMNS = (
    "number", "law", "klass", "kind", "rows", "noise", "status", "seconds", "verdict", "reason",
    "complete", "right", "equation", "message",
)  # fmt: skip
JUDGING = 60.0  # seconds, also of imports
SHARES = 20  # of a processor that a search may get at worst


def judged(table: Table, max_time: float) -> dict[str, object]:
    """Search, in a process of its own, for `max_time` seconds of processor time; return a row."""
    outcome = isolated(
        _judged, table, max_time, limit=SHARES * max_time + JUDGING,
        preload=(*SHARED, "calibration"),
    )  # fmt: skip
    row = {
        "number": table.number, "law": table.law.id, "klass": table.law.klass, "kind": table.kind,
        "rows": table.rows, "noise": round(table.noise, 4), "status": outcome.status,
        "message": outcome.message,
    }  # fmt: skip
    return row | (outcome.value or {})


def _judged(table: Table, max_time: float) -> dict[str, object]:
    x, y = table.draw()
    with processor_time():
        begin = time.process_time()
        model = SymbolicRegressor(max_time=max_time, random_state=0).fit(x, y)
        seconds = time.process_time() - begin
    [found] = model.discoveries_
    chosen = found.candidates[found.chosen]
    return {
        "seconds": round(seconds, 2), "verdict": found.verdict.value,
        "reason": found.reason.kind.value, "complete": found.complete,
        "right": is_of_form(chosen.formula, table.law), "equation": model.equation_,
    }  # fmt: skip
