"""Build the wheel and the source archive, install the wheel in clean environments, try it there.

    python scripts/package.py --python python3.11 python3.12 python3.13

prints what worked on each Python. The environments lie in a temporary folder. `--constraint` names
a file with the versions of what `nalm` needs.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent

UNITS = """
import torch, nalm
assert not nalm.__file__.startswith({root!r}), nalm.__file__
unit = nalm.NMRU(2, 1)
unit.weight.data = torch.tensor([[1.0, 0.0, 0.0, 1.0]])
assert abs(unit(torch.tensor([[6.0, 3.0]])).item() - 2) < 1e-5
"""

TRIALS = {
    "units": ["python", "-c", UNITS.format(root=str(ROOT / "src"))],
    "help": ["nalm", "--help"],
    "list": ["nalm", "list"],
    "run": ["nalm", "run", "mistry2021division/fig3", "--quick", "--quiet"],
    "discover": [
        *("nalm", "discover", "planets.csv", "--quiet", "--max-time", "5"),
        *("--target", "period_years", "--inputs", "semi_major_axis_au"),
    ],
}
"""What is tried, with the programs of the clean environment."""


def run(words: Sequence[str | Path], folder: Path) -> bool:
    """Run a command and show what it said if it failed."""
    result = subprocess.run(list(map(str, words)), cwd=folder, capture_output=True, text=True)
    if result.returncode:
        print(result.stdout[-2000:], result.stderr[-4000:], sep="\n", file=sys.stderr)
    return result.returncode == 0


def build(folder: Path) -> Path:
    """Build both archives, the wheel from the source archive; return the wheel."""
    made = run([sys.executable, "-m", "build", "--outdir", folder, ROOT], ROOT)
    if not made:
        raise SystemExit("The wheel could not be built; `pip install build` first.")
    return next(folder.glob("*.whl"))


def try_out(python: str, wheel: Path, *, constraint: Path, folder: Path) -> dict[str, bool]:
    """Install a wheel for one Python and try it."""
    place = folder / Path(python).name
    programs = place / "bin"
    install = [programs / "pip", "install", "--quiet", "--constraint", constraint, wheel]
    worked = {"install": run([python, "-m", "venv", place], folder) and run(install, folder)}
    shutil.copy(ROOT / "examples" / "data" / "planets.csv", place)
    if worked["install"]:
        for name, (program, *words) in TRIALS.items():
            worked[name] = run([programs / program, *words], place)
    shutil.rmtree(place)  # three of them would take many gigabytes
    return worked


def main() -> int:
    """Print a row for each Python."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", nargs="+", default=[sys.executable])
    parser.add_argument("--constraint", type=Path, default=ROOT / "constraints.txt")
    asked = parser.parse_args()
    names = ["install", *TRIALS]
    fine = True
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        wheel = build(folder / "dist")
        print("| Python | " + " | ".join(names) + " |")
        print("| --- " * (len(names) + 1) + "|")
        for python in asked.python:
            constraint = asked.constraint.resolve()
            worked = try_out(python, wheel, constraint=constraint, folder=folder)
            words = ["yes" if worked.get(name) else "no" for name in names]
            print("| " + " | ".join([Path(python).name, *words]) + " |", flush=True)
            fine = fine and "no" not in words
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
