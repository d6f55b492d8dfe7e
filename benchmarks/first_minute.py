"""What the first minute costs: help, a discovery, and training twice with compiled programs kept.

    python benchmarks/first_minute.py

Prints wall-clock and processor time, that of child processes included, of each command. The
training begins with an empty folder of programs; its second row finds them there.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TABLE = "a,b,y\n" + "".join(f"{a},{b},{a * b}\n" for a in range(1, 7) for b in range(2, 7))

TRAINING = """
from functools import partial
from nalm import NMRU
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.training import Adam, Recipe, Run, train
train([Run(
    network=partial(NMRU, 2, 1), task=SingleModuleTask(operation=Operation.DIV),
    interpolation=Range.interval(1, 2), extrapolation=Range.interval(2, 6),
    recipe=Recipe(iterations=2000, optimizer=Adam(learning_rate=0.01)), seed=seed,
) for seed in range(5)])
"""

NALM = [sys.executable, "-c", "from nalm.cli import main; main()"]
COMMANDS = {
    "nalm --help": [*NALM, "--help"],
    "nalm discover small.csv": [*NALM, "discover", "small.csv", "--target", "y", "--quiet"],
    "training, first time": [sys.executable, "-c", TRAINING],
    "training, again": [sys.executable, "-c", TRAINING],
}


def main() -> None:
    print("| command | wall-clock, s | processor, s |\n| --- | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "small.csv").write_text(TABLE)
        surroundings = {**os.environ, "XDG_CACHE_HOME": folder}
        surroundings.pop("TORCHINDUCTOR_CACHE_DIR", None)
        for name, words in COMMANDS.items():
            start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(words, cwd=folder, env=surroundings, check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print(f"| {name} | {time.perf_counter() - start:.2f} | {used:.2f} |", flush=True)


if __name__ == "__main__":
    main()
