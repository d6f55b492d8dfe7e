import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "cluster_simulation.py"


@pytest.mark.slow
def test_a_second_driver_goes_on_where_the_first_was_killed():
    words = ["--workers", "20", "--share", "0.001", "--hours", "0.02", "--killed", "0.02"]
    said = subprocess.run(
        [sys.executable, str(SCRIPT), *words], capture_output=True, text=True, check=True
    ).stdout
    found = dict(line.split(": ", 1) for line in said.splitlines())
    begun, stored, saved = (
        int(each.split()[0].replace(",", ""))
        for each in found["cohorts that had begun"].split(", ")
    )
    assert begun == 20
    assert stored + saved > 15  # others had lost their first segments with their workers
    assert int(found["went on from a checkpoint"]) == saved
    assert "0 s at most" in found["came back and was not saved"]
